import type { PromoStreamData } from "#contract/catalog.ts";
import type { ShowState } from "#contract/realtime-events.ts";
import type { PromoTokens } from "./promo-token.ts";
import { type Meter, secondsLeft, secondsServed } from "./rules/meter.ts";
import type { PromoLinkRow } from "./store/promo-links-store.ts";
import type { ShowRow } from "./store/shows-store.ts";

/** The meter of a show as it was kept last. */
export function meterOf(row: ShowRow): Meter {
  const limitMs = row.limit_s === null ? null : row.limit_s * 1000;
  return { servedMs: row.served_ms, limitMs, pause: row.pause_reason, fanAbsentMs: 0 };
}

/** A show as its two people see it. */
export function presentShow(row: Pick<ShowRow, "id" | "type">, meter: Meter): ShowState {
  return {
    id: row.id,
    type: row.type,
    seconds_served: secondsServed(meter),
    seconds_left: secondsLeft(meter),
    paused: meter.pause,
  };
}

/** A promo on a card of its own fan, in the words of the wire; seconds. */
export function presentPromo(link: PromoLinkRow, tokens: PromoTokens): PromoStreamData {
  return {
    id: link.id,
    duration: link.duration_s,
    email: link.email,
    fan_id: link.fan_id,
    time_used: link.used_s,
    token: tokens.of(link.nonce),
  };
}
