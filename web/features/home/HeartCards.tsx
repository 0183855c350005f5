/** Three cards of rooms, the middle one liked. */
export function HeartCards() {
  return (
    <svg viewBox="0 0 168 112" width={168} height={112} aria-hidden="true">
      <g className="fill-overlay">
        <rect x="14" y="16" width="56" height="80" rx="10" transform="rotate(-9 42 56)" />
        <rect x="98" y="16" width="56" height="80" rx="10" transform="rotate(9 126 56)" />
      </g>
      <rect
        x="54"
        y="8"
        width="60"
        height="88"
        rx="12"
        strokeWidth="2"
        className="fill-raised stroke-control"
      />
      <path d="M84 70C66 58 66 42 76 41q6 0 8 6 2-6 8-6c10 1 10 17-8 29Z" className="fill-accent-fill" />
    </svg>
  );
}
