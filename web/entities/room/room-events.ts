import type { QueryClient } from "@tanstack/react-query";
import type { ModelPage } from "#contract/catalog.ts";
import type { EventOrigin, RealtimeClient } from "#web/lib/realtime/realtime-client.ts";
import { profileQuery } from "#web/lib/session/viewer.ts";
import { listAfter } from "./list-reducer.ts";
import { pageAfter } from "./page-reducer.ts";
import { patchQueries, patchRooms } from "./room-cache.ts";
import { type RoomEvent, roomEventNames } from "./room-event.ts";
import { roomAfter } from "./room-reducer.ts";
import type { RoomsData } from "./rooms-query.ts";

/** Keeps every query about rooms live: lists, models' pages and the rooms themselves. */
export function keepRoomsLive(live: Pick<RealtimeClient, "onEvents">, cache: QueryClient): () => void {
  return live.onEvents(roomEventNames, (event, origin) => applyRoomEvent(cache, event, origin));
}

/** Puts what an event says into every query about rooms. What a search has found stays as it was found. */
export function applyRoomEvent(
  cache: QueryClient,
  event: RoomEvent,
  { topic }: Pick<EventOrigin, "topic">,
): void {
  const viewer = cache.getQueryData(profileQuery.queryKey);
  patchQueries<RoomsData>(cache, "rooms", (list, queryKey) =>
    queryKey.at(-1) === "" ? listAfter(list, genderOf(queryKey), event, viewer) : list,
  );
  patchQueries<ModelPage>(cache, "model", (page) => pageAfter(page, event));
  const isOfOneRoom = [
    "RoomGoal",
    "RoomGoalRemoved",
    "RoomSlowMode",
    "RoomTipMenu",
    "RoomModerators",
  ].includes(event.name);
  patchRooms(cache, (room) =>
    isOfOneRoom && topic !== `room:${room.model.login}` ? room : roomAfter(room, event),
  );
}

/** The gender of a home list's key; null for favourites and the ranking. */
function genderOf([, gender]: readonly unknown[]): number | null {
  return typeof gender === "number" ? gender : null;
}
