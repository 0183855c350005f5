/** The token: a coin that carries the half-round window of the logo. Decorative; say "tokens" in words beside it. */
export function Coin({ size = 18, className }: { size?: number; className?: string }) {
  return (
    <svg className={className} width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="10" cy="10" r="9.5" fill="#FFC24B" />
      <circle cx="10" cy="10" r="7.4" fill="none" stroke="#A86A008C" />
      <g fill="none" stroke="#6B4200" strokeWidth="1.4" strokeLinecap="round">
        <path d="M5.6 12.8a4.4 4.4 0 0 1 8.8 0Z" fill="#6B42002E" />
        <path d="M10 12.6v-4m-2.1 3.8-1-2.7m5.2 2.7 1-2.7" />
      </g>
    </svg>
  );
}
