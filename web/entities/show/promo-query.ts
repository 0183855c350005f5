import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { type RoomEntry, roomQuery } from "#web/entities/room/room-entry.ts";
import { queryApi } from "#web/lib/api/query-client.ts";
import type { RealtimeClient } from "#web/lib/realtime/realtime-client.ts";
import { enterPromo, type PromoEntry } from "./enter-promo.ts";

const promosKey = ["promo"] as const;

/**
 * A promo in the query cache, and with it the room of its show while that runs. Events make it be read again; what could
 * not be read again stays as it was.
 */
export function promoQuery(token: string) {
  const queryKey = [...promosKey, token] as const;
  return queryOptions<PromoEntry>({
    queryKey,
    async queryFn({ client, meta }) {
      const entry = await enterPromo(queryApi(meta), token);
      if (entry.kind === "failed") return client.getQueryData<PromoEntry>(queryKey) ?? entry;
      if (entry.kind === "open" && entry.page.room) {
        const { room } = entry.page;
        const entered: RoomEntry = { kind: "open", room };
        client.setQueryData(roomQuery(room.model.login).queryKey, entered);
      }
      return entry;
    },
    staleTime: Number.POSITIVE_INFINITY,
    // What was read again is another reading, even when it says the same: see `useTopic`.
    structuralSharing: false,
  });
}

const readAgainOn = ["StreamBegan", "StreamStopped", "ChatRoomModeChanged", "ChatRoomTypeChanged"] as const;

/** Keeps promos live: what becomes of their model's room. A show that runs follows its own events. */
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
