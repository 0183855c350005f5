import { m } from "#web/paraglide/messages.js";

const radius = 13;
const around = 2 * Math.PI * radius;

/** The seconds that are left for an answer, as a ring that empties around their number. */
export function AnswerRing({ seconds, whole = 30 }: { seconds: number; whole?: number }) {
  return (
    <span className="relative grid size-9 flex-none place-items-center text-12 font-[650] tabular-nums">
      <svg viewBox="0 0 30 30" aria-hidden="true" className="absolute inset-0 -rotate-90">
        <circle cx="15" cy="15" r={radius} fill="none" strokeWidth="2.5" className="stroke-line" />
        <circle
          cx="15"
          cy="15"
          r={radius}
          fill="none"
          strokeWidth="2.5"
          strokeLinecap="round"
          strokeDasharray={around}
          strokeDashoffset={around * (1 - seconds / whole)}
          className="stroke-private motion-safe:transition-[stroke-dashoffset] motion-safe:duration-1000 motion-safe:ease-linear"
        />
      </svg>
      <span aria-hidden="true">{seconds}</span>
      <span className="sr-only">{m.studio_answer_seconds({ count: seconds })}</span>
    </span>
  );
}
