import type { QueryClient } from "@tanstack/react-query";
import type { ModelPage } from "#contract/catalog.ts";
import type { EventOrigin, RealtimeClient } from "#web/lib/realtime/realtime-client.ts";
import { profileQuery } from "#web/lib/session/viewer.ts";
import { listAfter } from "./list-reducer.ts";
import { patchQueries, patchRooms } from "./room-cache.ts";
import { type RoomEvent, roomEventNames } from "./room-event.ts";
import { roomAfter } from "./room-reducer.ts";
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
  patchQueries<ModelPage>(cache, "model", (page) => pageAfter(page, event));
  const isOfOneRoom = [
    "RoomGoal",
    "RoomGoalRemoved",
    "RoomSlowMode",
    "RoomPauseNote",
    "RoomTipMenu",
    "RoomTopTippers",
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

/** A model's page after an event; the same object when the event is about another model, or changes nothing. */
export function pageAfter(page: ModelPage, event: RoomEvent): ModelPage {
  if (event.name === "dump") return page.isOnline ? { ...page, isOnline: false } : page;
  if (!("model_id" in event.data) || event.data.model_id !== page.id) return page;
  switch (event.name) {
    case "StreamBegan":
      return { ...withStream(page, { stream_status: "began" }), isOnline: true };
    case "StreamStopped":
      return withStream(page, { stream_status: "stopped" });
    case "FanJoinedRoomEvent":
    case "FanLeftRoomEvent":
      return { ...page, watchers: event.data.watchers };
    case "ChatRoomStatusChanged":
      return withStream(page, { stream_status: event.data.status });
    case "ChatRoomModeChanged":
      return withStream(page, { stream_mode: event.data.mode });
    case "ChatRoomTypeChanged":
      return withStream(page, { stream_type: event.data.type });
    case "update":
      return { ...page, isOnline: true, lastConnection: event.data.last_connection };
    case "remove":
      return { ...page, isOnline: false, lastConnection: event.data.last_connection ?? page.lastConnection };
    default:
      return page;
  }
}

/** A stream that is over is back to its first values, and nobody watches it. */
function withStream(page: ModelPage, change: Partial<ModelPage["stream"]>): ModelPage {
  const stream = { ...page.stream, ...change };
  if (stream.stream_status !== "stopped") return { ...page, stream, isStream: true };
  const over = {
    stream_mode: "one_to_many",
    promo: "",
    stream_status: "stopped",
    stream_type: "public",
    promo_data: null,
  } as const;
  return { ...page, stream: over, isStream: false, watchers: 0 };
}
