import { useInfiniteQuery } from "@tanstack/react-query";
import { genderText } from "#contract/room-values.ts";
import { written } from "#contract/written-text.ts";
import type { Api } from "#web/lib/api/api.ts";
import { answerOf } from "#web/lib/api/failed-answer.ts";
import { filtersQuery, readFilters, unsorted, writeFilters } from "./list-filters.ts";
import { listKey, pagesQuery, type RoomsPage, type Wanted } from "./rooms-query.ts";
import { useLiveTopics } from "./use-live-lists.ts";

export const rankingKey = (gender: number, search: string, filters = "") =>
  filters === ""
    ? (["rooms", "ranking", gender, search] as const)
    : listKey("ranking", gender, search, filters);

/** The ranking of one gender, page by page; `search` as it stands in the box, `address` as filters are written. */
export function rankingQuery(gender: number, search: string, address = "") {
  const wanted = written(search);
  const filters = writeFilters(unsorted(readFilters(address)));
  return pagesQuery(rankingKey(gender, wanted, filters), wanted, (api, page, signal) =>
    fetchRanking(api, { gender, search: wanted, filters, ...page, signal }),
  );
}

/** Asks for one page of the ranking; throws when there is no proper answer. */
export async function fetchRanking(api: Api, { signal, filters, ...list }: Wanted): Promise<RoomsPage> {
  const query = { ...list, gender: genderText(list.gender), ...filtersQuery(filters) };
  return answerOf(await api.call("GET /api/trending-rooms", { query, signal }));
}

/** Listens to what changes the ranking of a gender while mounted. */
export function useLiveRanking(gender: number, filters: string): void {
  useLiveTopics(useInfiniteQuery({ ...rankingQuery(gender, "", filters), enabled: false }).data);
}
