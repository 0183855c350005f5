import { m } from "#web/paraglide/messages.js";

/** The permanent mark of the demonstration: a hairline at the upper edge of every page, with its name in the middle. */
export function DemoMark() {
  return (
    <aside aria-label={m.common_demo_hint()} className="demo-mark">
      <span>{m.common_demo()}</span>
    </aside>
  );
}
