import type { QueryClient } from "@tanstack/react-query";
import type { ModelPage } from "#contract/catalog.ts";
import { likedChanged } from "./list-reducer.ts";
import type { RoomEntry } from "./room-entry.ts";
import type { RoomsData } from "./rooms-query.ts";

/** Puts a model's heart where it is shown. */
export function showLiked(cache: QueryClient, modelId: number, liked: boolean): void {
  patchQueries<RoomsData>(cache, "rooms", (list) => likedChanged(list, modelId, liked));
  patchQueries<ModelPage>(cache, "model", (page) =>
    page.id === modelId ? { ...page, liked, fanFreeSubscribed: liked } : page,
  );
  patchRooms(cache, (room) =>
    room.model.id === modelId ? { ...room, model: { ...room.model, liked } } : room,
  );
}

type Room = Extract<RoomEntry, { kind: "open" }>["room"];

/** Changes the rooms that are open. */
export function patchRooms(cache: QueryClient, change: (room: Room) => Room): void {
  patchQueries<RoomEntry>(cache, "room", (entry) => {
    if (entry.kind !== "open") return entry;
    const room = change(entry.room);
    return room === entry.room ? entry : { ...entry, room };
  });
}

/**
 * Changes the queries of a kind. One that nobody looks at keeps its age, and one that has to be read again is left as
 * it is: otherwise a change would make it count as fresh.
 */
export function patchQueries<Data>(
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
