import type { ShowState } from "#contract/show-state.ts";
import type { RealtimeEvent } from "#web/lib/realtime/realtime-client.ts";

/** The show of a `ShowPriceChanged` with the price that it asks for. */
export function offered({ show, rate, expires_at }: RealtimeEvent<"ShowPriceChanged">["data"]): ShowState {
  return { ...show, offer: { rate, expires_at } };
}
