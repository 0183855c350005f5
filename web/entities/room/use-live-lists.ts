import { useInfiniteQuery } from "@tanstack/react-query";
import { useTopic } from "#web/lib/realtime/RealtimeProvider.tsx";
import { useGender } from "./gender.ts";
import { type RoomsPage, roomsQuery } from "./rooms-query.ts";

/** Listens to what changes the list of the selected gender while mounted. */
export function useLiveRooms(): void {
  const gender = useGender();
  useLiveTopics(useInfiniteQuery({ ...roomsQuery(gender, ""), enabled: false }).data);
}

/** Listens to what changes the rooms that filters left while mounted; without filters it is {@link useLiveRooms} that does. */
export function useLiveFiltered(gender: number, filters: string): void {
  const rooms = useInfiniteQuery({ ...roomsQuery(gender, "", filters), enabled: false });
  useLiveTopics(filters === "" ? undefined : rooms.data);
}

/** Subscribes to the events of a list's rooms, from when each of its pages was read; what is too old is loaded again. */
export function useLiveTopics(rooms: { pages: RoomsPage[] } | undefined): void {
  const pages = rooms?.pages ?? [];
  useTopic(
    "public",
    pages.map(({ live_from }) => live_from.public),
  );
  useTopic(
    "presence",
    pages.map(({ live_from }) => live_from.presence),
  );
}
