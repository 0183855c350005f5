import { m } from "#web/paraglide/messages.js";

/** The permanent mark of the demonstration: a hairline at the upper edge of every page, with its name in the middle. */
export function DemoMark() {
  return (
    <aside
      aria-label={m.common_demo_hint()}
      className="pointer-events-none fixed inset-x-0 top-[env(safe-area-inset-top)] z-70 flex justify-center border-t-2 border-text-3 print:hidden"
    >
      <span className="rounded-b-6 bg-text-3 px-2 text-[9px] leading-[11px] font-bold tracking-[.12em] text-bg">
        {m.common_demo()}
      </span>
    </aside>
  );
}
