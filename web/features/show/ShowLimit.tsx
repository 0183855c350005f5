import type { ShowState } from "#contract/show-state.ts";
import { useWorthAhead } from "#web/entities/wallet/token-worth.ts";
import { clock, tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { isFreeLook } from "./show-texts.ts";

/** The limit that the fan has set, the most that it costs, and what is left of it. */
export function ShowLimit({ show, left }: { show: ShowState; left: number | null }) {
  const worth = useWorthAhead();
  const { cap, rate, minimum } = show;
  if (!cap || left === null || show.role === "promo" || isFreeLook(show)) return null;
  const most = Math.max(minimum, cap.tokens ?? Math.ceil(((cap.seconds ?? 0) * rate) / 60));
  const cost = { count: tokens(most), amount: worth(most) ?? "…" };
  return (
    <p className="flex flex-wrap justify-between gap-x-3 rounded-8 bg-[#0B0A10b8] px-2 py-0.5 text-12 text-[#DAD4E6] tabular-nums">
      <span>
        {cap.seconds === undefined
          ? m.show_limit_tokens(cost)
          : m.show_limit_time({ ...cost, time: clock(cap.seconds) })}
      </span>
      <b className="font-semibold text-white">{m.show_left_of({ time: clock(left) })}</b>
    </p>
  );
}
