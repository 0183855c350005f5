import type { ShowState } from "#contract/show-state.ts";
import { beginSeconds } from "#web/entities/show/use-show-clock.ts";
import { m } from "#web/paraglide/messages.js";
import { CountdownRing } from "./CountdownRing.tsx";

/** Over the picture of a show that has just begun: 3, 2, 1. It takes no press, and is announced once. */
export function ShowBegins({ mode, left }: { mode: ShowState["mode"]; left: number }) {
  return (
    <div className="pointer-events-none absolute inset-x-0 top-[34%] z-6 grid justify-items-center">
      {left > 0 && (
        <span className="grid rounded-full bg-plate p-2 motion-reduce:[&_svg]:hidden">
          <CountdownRing left={left} of={beginSeconds} label={m.show_begins_in({ count: left })} />
        </span>
      )}
      <p role="status" className="sr-only">
        {left > 0 && (mode === "vip" ? m.show_begins_vip() : m.show_begins())}
      </p>
    </div>
  );
}
