import { m } from "#web/paraglide/messages.js";

/** The permanent mark of the demonstration. */
export function DemoMark({ className = "" }: { className?: string }) {
  return (
    <span
      title={m.common_demo_hint()}
      className={`rounded-6 border border-line px-1.5 py-0.5 text-11 font-[650] tracking-[.07em] text-text-3 ${className}`}
    >
      {m.common_demo()}
    </span>
  );
}
