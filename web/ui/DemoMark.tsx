import { m } from "#web/paraglide/messages.js";
import { cx } from "./cx.ts";

/** The permanent mark of the demonstration. */
export function DemoMark({ className }: { className?: string }) {
  return (
    <span
      title={m.common_demo_hint()}
      className={cx(
        "rounded-6 border border-line px-1.5 py-0.5 text-11 font-[650] tracking-[.07em] text-text-3",
        // On phones it stands small under the logo, so that it never leaves the screen.
        "max-sm:absolute max-sm:bottom-1.5 max-sm:left-4 max-sm:border-0 max-sm:p-0 max-sm:text-[10px]",
        className,
      )}
    >
      {m.common_demo()}
    </span>
  );
}
