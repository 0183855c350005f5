import { type InfiniteData, infiniteQueryOptions } from "@tanstack/react-query";
import type { ModelCard } from "#contract/catalog.ts";
import type { FanProfile } from "#contract/profile.ts";
import type { Position } from "#contract/realtime.ts";
import { genderText } from "#contract/room-values.ts";
import { written } from "#contract/written-text.ts";
import type { Api } from "#web/lib/api/api.ts";
import { answerOf } from "#web/lib/api/failed-answer.ts";
import { firstPage, nextPage, type PageParam, withFurtherPage } from "#web/lib/api/next-page.ts";
import { queryApi, withMinDuration } from "#web/lib/api/query-client.ts";
import { filtersQuery, readFilters } from "./list-filters.ts";

/**
 * One page of the rooms of a gender. `live_count` is how many of all of them stream, `live_from` where the live events
 * go on from what the page says, `neighbours` whom to offer where a search has found nobody.
 */
export type RoomsPage = {
  data: ModelCard[];
  links: { next: string | null };
  meta: { current_page: number; last_page: number };
  live_count: number;
  live_from: { public: Position; presence: Position };
  neighbours?: ModelCard[];
};
export type RoomsData = InfiniteData<RoomsPage, PageParam>;

/** The parameters by which one page of a list is asked for. `filters`: as {@link writeFilters} writes them. */
export type Wanted = PageParam & { gender: number; search: string; filters: string; signal?: AbortSignal };

/** The key of a list; one that filters narrow holds chosen models, to which live events add nobody. */
export const listKey = (list: string, gender: number, search: string, filters: string) =>
  ["rooms", `${list}, filtered`, gender, filters, search] as const;

export const roomsKey = (gender: number, search: string, filters = "") =>
  filters === "" ? (["rooms", gender, search] as const) : listKey("rooms", gender, search, filters);

/** The rooms of one gender, page by page; `search` as it stands in the box, `filters` as they are written. */
export function roomsQuery(gender: number, search: string, filters = "") {
  const wanted = written(search);
  return pagesQuery(roomsKey(gender, wanted, filters), wanted, (api, page, signal) =>
    fetchRooms(api, { gender, search: wanted, filters, ...page, signal }),
  );
}

/** A list of models page by page; what was searched for is shown no sooner than 200 ms after it was asked for. */
export function pagesQuery<Key extends readonly ["rooms", ...unknown[]]>(
  queryKey: Key,
  search: string,
  fetchPage: (api: Api, page: PageParam, signal: AbortSignal) => Promise<RoomsPage>,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal, meta }) =>
      withMinDuration(meta, search, fetchPage(queryApi(meta), pageParam, signal)),
    initialPageParam: firstPage,
    // A page that was read again is another reading, even when it says the same: see `useTopic`.
    structuralSharing: withFurtherPage,
    getNextPageParam: nextPage,
  });
}

/** Asks for one page; throws when there is no proper answer, so that the query can be tried again. */
export async function fetchRooms(api: Api, { signal, filters, ...list }: Wanted): Promise<RoomsPage> {
  const { sort } = readFilters(filters);
  const query = {
    ...list,
    gender: genderText(list.gender),
    ...filtersQuery(filters),
    ...(sort === "watched" ? {} : { sort }),
  };
  return answerOf(await api.call("GET /api/video-chat-rooms", { query, signal }));
}

/**
 * The viewer of the list: promo rooms exist only for the fan they are for, and models whom a ban or a block keeps
 * apart are nowhere.
 */
export type CardViewer = Pick<FanProfile, "id" | "blocked_models" | "banned_by"> | null | undefined;

/** Whether a card may be shown: nobody whom the fan has blocked or who has banned them, and a promo room only to its own fan. */
export function isVisible(card: ModelCard, viewer: CardViewer): boolean {
  if (viewer?.blocked_models.includes(card.id) || viewer?.banned_by.includes(card.id)) return false;
  if (card.stream.type !== "promo" || !card.isStream) return true;
  return !!viewer && card.promoStreamData?.fan_id === viewer.id;
}

/**
 * The cards of all pages that a viewer may see. A model who came back on air between two pages stands on both: once
 * is enough.
 */
export function visibleCards(list: Pick<RoomsData, "pages"> | undefined, viewer: CardViewer): ModelCard[] {
  const cards = (list?.pages ?? []).flatMap(({ data }) => data).filter((card) => isVisible(card, viewer));
  return [...new Map(cards.map((card) => [card.id, card] as const).reverse()).values()].reverse();
}
