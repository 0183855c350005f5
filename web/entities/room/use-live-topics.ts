import { useTopic } from "#web/lib/realtime/RealtimeProvider.tsx";
import type { RoomsPage } from "./rooms-query.ts";

/** Hears what happens to the rooms of a list, from when each of its pages was read; what is too old is loaded again. */
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
