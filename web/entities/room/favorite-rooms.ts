import { useInfiniteQuery } from "@tanstack/react-query";
import { written } from "#contract/written-text.ts";
import type { Api } from "#web/lib/api/api.ts";
import { answerOf } from "#web/lib/api/failed-answer.ts";
import { pagesQuery, type RoomsPage, type Wanted } from "./rooms-query.ts";
import { useLiveTopics } from "./use-live-lists.ts";

export const favoritesKey = (search: string) => ["rooms", "favorites", search] as const;

/** The models that the fan likes, page by page; `search` as it stands in the box. */
export function favoritesQuery(search: string) {
  const wanted = written(search);
  return pagesQuery(favoritesKey(wanted), wanted, (api, { page }, signal) =>
    fetchFavorites(api, { search: wanted, page, signal }),
  );
}

/** Asks for one page of the favourites; throws when there is no proper answer. */
export async function fetchFavorites(
  api: Api,
  { search, page, signal }: Pick<Wanted, "search" | "page" | "signal">,
): Promise<RoomsPage> {
  return answerOf(await api.call("GET /api/fan/favorite-models", { query: { search, page }, signal }));
}

/** Listens to what changes the list of favourites while mounted. */
export function useLiveFavorites(): void {
  useLiveTopics(useInfiniteQuery({ ...favoritesQuery(""), enabled: false }).data);
}
