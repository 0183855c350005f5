import type { QueryClient } from "@tanstack/react-query";
import type { ModelPage } from "#contract/catalog.ts";
import type { EventOrigin, RealtimeClient } from "#web/lib/realtime/realtime-client.ts";
import { profileQuery } from "#web/lib/session/viewer.ts";
import { likedChanged, listAfter } from "./list-reducer.ts";
import { pageAfter } from "./model-page.ts";
import type { RoomEntry } from "./room-entry.ts";
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
  const viewer = { fanId: cache.getQueryData(profileQuery.queryKey)?.id ?? null };
  patch<RoomsData>(cache, "rooms", (list, queryKey) =>
    queryKey.at(-1) === "" ? listAfter(list, genderOf(queryKey), event, viewer) : list,
  );
  patch<ModelPage>(cache, "model", (page) => pageAfter(page, event));
  const isGoal = event.name === "RoomGoal" || event.name === "RoomGoalRemoved";
  patchRooms(cache, (room) =>
    isGoal && topic !== `room:${room.model.login}` ? room : roomAfter(room, event),
  );
}

/** Puts a model's heart where it is shown. */
export function showLiked(cache: QueryClient, modelId: number, liked: boolean): void {
  patch<RoomsData>(cache, "rooms", (list) => likedChanged(list, modelId, liked));
  patch<ModelPage>(cache, "model", (page) =>
    page.id === modelId ? { ...page, liked, fanFreeSubscribed: liked } : page,
  );
  patchRooms(cache, (room) =>
    room.model.id === modelId ? { ...room, model: { ...room.model, liked } } : room,
  );
}

/** The gender of a home list's key; null for favourites and the ranking. */
function genderOf([, gender]: readonly unknown[]): number | null {
  return typeof gender === "number" ? gender : null;
}

type Room = Extract<RoomEntry, { kind: "open" }>["room"];

function patchRooms(cache: QueryClient, change: (room: Room) => Room): void {
  patch<RoomEntry>(cache, "room", (entry) => {
    if (entry.kind !== "open") return entry;
    const room = change(entry.room);
    return room === entry.room ? entry : { ...entry, room };
  });
}

/**
 * Changes the queries of a kind. One that nobody looks at keeps its age, and one that has to be read again is left as
 * it is: otherwise a change would make it count as fresh.
 */
function patch<Data>(
  cache: QueryClient,
  kind: "rooms" | "model" | "room",
  change: (data: Data, queryKey: readonly unknown[]) => Data,
): void {
  for (const query of cache.getQueryCache().findAll({ queryKey: [kind] })) {
    const { data, dataUpdatedAt, isInvalidated } = query.state;
    const active = query.isActive();
    if (data === undefined || data === null || (isInvalidated && !active)) continue;
    const after = change(data as Data, query.queryKey);
    if (after !== data) cache.setQueryData(query.queryKey, after, active ? {} : { updatedAt: dataUpdatedAt });
  }
}
