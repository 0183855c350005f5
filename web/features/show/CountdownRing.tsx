const radius = 26;
const length = 2 * Math.PI * radius;

/** Seconds that run out, as a figure in a ring. */
export function CountdownRing({ left, of, label }: { left: number; of: number; label: string }) {
  return (
    <span role="timer" aria-label={label} className="relative grid size-16 flex-none place-items-center">
      <svg viewBox="0 0 60 60" className="absolute inset-0 -rotate-90" aria-hidden="true" fill="none">
        <circle cx="30" cy="30" r={radius} strokeWidth="4" className="stroke-line" />
        <circle
          cx="30"
          cy="30"
          r={radius}
          strokeWidth="4"
          strokeLinecap="round"
          strokeDasharray={length}
          strokeDashoffset={length * (1 - Math.max(0, Math.min(1, left / of)))}
          className="stroke-private transition-[stroke-dashoffset] duration-300 motion-reduce:transition-none"
        />
      </svg>
      <b aria-hidden="true" className="text-20 tabular-nums">
        {left}
      </b>
    </span>
  );
}
