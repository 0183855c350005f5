import type { QueryClient } from "@tanstack/react-query";
import type { RealtimeClient } from "#web/lib/realtime/realtime-client.ts";
import type { PromoEntry } from "./enter-promo.ts";

/** The beginning of all promos' keys. */
export const promosKey = ["promo"] as const;

const readAgainOn = [
  "StreamBegan",
  "StreamStopped",
  "ChatRoomModeChanged",
  "ChatRoomTypeChanged",
  "PromoClosed",
] as const;

/** Keeps promos live: what becomes of them and of their model's room. A show that runs follows its own events. */
export function keepPromosLive(
  live: Pick<RealtimeClient, "onEvents" | "onNotice">,
  cache: QueryClient,
): void {
  live.onEvents(readAgainOn, ({ data: { slug } }) => readPromosAgain(cache, slug));
  live.onNotice(({ kind }) => kind === "gap" && readPromosAgain(cache));
}

/** Reads the promos again that wait for their show; `slug`: of this model alone. */
function readPromosAgain(cache: QueryClient, slug?: string): void {
  void cache.invalidateQueries({
    queryKey: promosKey,
    predicate: ({ state: { data } }) => data !== undefined && waitsFor(data as PromoEntry, slug),
  });
}

function waitsFor(entry: PromoEntry, slug?: string): boolean {
  if (entry.kind !== "open" || entry.page.state === "running") return false;
  return slug === undefined || entry.page.model.login === slug;
}
