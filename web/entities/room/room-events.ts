import type { QueryClient } from "@tanstack/react-query";
import type { EventOrigin, RealtimeClient } from "#web/lib/realtime/realtime-client.ts";
import { profileQuery } from "#web/lib/session/viewer.ts";
import { followers } from "./event-followers.ts";
import { listAfter } from "./list-reducer.ts";
import { patchQueries } from "./room-cache.ts";
import { type RoomEvent, roomEventNames } from "./room-event.ts";
import type { RoomsData } from "./rooms-query.ts";

/** Keeps every query about rooms live: lists, models' pages and the rooms themselves. */
export function keepRoomsLive(live: Pick<RealtimeClient, "onEvents">, cache: QueryClient): () => void {
  return live.onEvents(roomEventNames, (event, origin) => applyRoomEvent(cache, event, origin));
}

/** Applies an event to every query about rooms. Results of a search stay as they were found. */
export function applyRoomEvent(
  cache: QueryClient,
  event: RoomEvent,
  { topic }: Pick<EventOrigin, "topic">,
): void {
  const viewer = cache.getQueryData(profileQuery.queryKey);
  patchQueries<RoomsData>(cache, "rooms", (list, queryKey) =>
    queryKey.at(-1) === "" ? listAfter(list, genderOf(queryKey), event, viewer) : list,
  );
  for (const [kind, after] of followers) patchQueries(cache, kind, (data) => after(data, event, topic));
}

/** The gender of a home list's key; null for favourites and the ranking. */
function genderOf([, gender]: readonly unknown[]): number | null {
  return typeof gender === "number" ? gender : null;
}
