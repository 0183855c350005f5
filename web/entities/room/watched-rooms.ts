import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import { answerOf } from "#web/lib/api/failed-answer.ts";
import { firstPage } from "#web/lib/api/next-page.ts";
import { queryApi } from "#web/lib/api/query-client.ts";
import type { RoomsPage } from "./rooms-query.ts";
import { useLiveTopics } from "./use-live-lists.ts";

const watchedKey = ["rooms", "watched", ""] as const;

/** The rooms that the fan has watched lately: one page. `kept`: the fan has not switched the list off. */
export type WatchedPage = RoomsPage & { kept: boolean };

/**
 * The rooms that the fan has watched lately, as a list of one page, so that live events change it as they change
 * every list.
 */
export const watchedQuery = infiniteQueryOptions({
  queryKey: watchedKey,
  async queryFn({ meta }): Promise<WatchedPage> {
    return answerOf(await queryApi(meta).call("GET /api/fan/watched-models"));
  },
  initialPageParam: firstPage,
  structuralSharing: false,
  getNextPageParam: () => undefined,
});

/** Listens to what changes the list of what the fan has watched while mounted. */
export function useLiveWatched(): void {
  useLiveTopics(useInfiniteQuery({ ...watchedQuery, enabled: false }).data);
}
