import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { ModelCard } from "#contract/catalog.ts";
import { enterRoom, type RoomEntry, roomQuery } from "#web/entities/room/room-entry.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { readWithBalance } from "./read-with-balance.ts";

/** A playback token must be used within a minute, so what was prefetched is good for a part of it. */
const goodForMs = 20_000;

const prefetchedRoomQuery = (slug: string) =>
  queryOptions<RoomEntry>({
    queryKey: ["room-prefetch", slug],
    queryFn: () => enterRoom(browserApi, slug),
    staleTime: goodForMs,
    gcTime: goodForMs,
  });

/** Loads what a neighbouring room needs, because its visitor is about to come. */
export function prefetchRoom(client: QueryClient, { login, pictures }: ModelCard): void {
  new Image().src = pictures.tall;
  void client.prefetchQuery(prefetchedRoomQuery(login));
}

/**
 * Enters a room in the browser: by what was prefetched, used once, or by asking now, as where prefetching has failed. The
 * balance of what was prefetched is not taken over: events have kept the shown one true since.
 */
export async function enterInBrowser(client: QueryClient, slug: string): Promise<RoomEntry> {
  const askNow = () => readWithBalance(client, () => client.fetchQuery({ ...roomQuery(slug), staleTime: 0 }));
  const { queryKey } = prefetchedRoomQuery(slug);
  if (!client.getQueryState(queryKey)) return askNow();
  const entry = await client.fetchQuery(prefetchedRoomQuery(slug));
  client.removeQueries({ queryKey });
  if (entry.kind === "failed") return askNow();
  client.setQueryData(roomQuery(slug).queryKey, entry);
  return entry;
}
