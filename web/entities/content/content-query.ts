import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
} from "@tanstack/react-query";
import type { PurchasedPost, PurchasedVideo } from "#contract/content.ts";
import { genderText } from "#contract/room-values.ts";
import { written } from "#contract/written-text.ts";
import type { Api } from "#web/lib/api/api.ts";
import { answerOf } from "#web/lib/api/failed-answer.ts";
import { firstPage, nextPage, type PageParam } from "#web/lib/api/next-page.ts";
import { queryApi, withMinDuration } from "#web/lib/api/query-client.ts";
import { type ContentItem, type ContentKind, contentKinds } from "./content-item.ts";

/** One page of videos or posts. */
export type ContentPage<Item extends ContentItem = ContentItem> = {
  data: Item[];
  links: { next: string | null };
  meta: { current_page: number; last_page: number };
};
export type ContentData<Item extends ContentItem = ContentItem> = InfiniteData<ContentPage<Item>, PageParam>;

type Wanted = PageParam & { gender: number; search: string; signal?: AbortSignal };

/** Every list of a kind: of all models, of a search, and what the fan has bought. */
export const contentKey = (kind: ContentKind) => ["content", kind] as const;
export const itemKey = (kind: ContentKind, id: number) => ["content", kind, "item", id] as const;

/** The videos or posts of one gender's models, page by page; `search` as it stands in the box. */
export function contentQuery(kind: ContentKind, gender: number, search: string) {
  const wanted = written(search);
  return contentPages([...contentKey(kind), "all", gender, wanted], wanted, (api, param, signal) =>
    fetchContent(api, kind, { gender, search: wanted, ...param, signal }),
  );
}

/** A list of items page by page; what was searched for is shown no sooner than 200 ms after it was asked for. */
export function contentPages<Item extends ContentItem>(
  queryKey: readonly unknown[],
  search: string,
  fetchPage: (api: Api, param: PageParam, signal: AbortSignal) => Promise<ContentPage<Item>>,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal, meta }) =>
      withMinDuration(meta, search, fetchPage(queryApi(meta), pageParam, signal)),
    initialPageParam: firstPage,
    getNextPageParam: nextPage,
  });
}

/** Asks for one page; throws when there is no proper answer, so that the query can be tried again. */
export async function fetchContent(
  api: Api,
  kind: ContentKind,
  { signal, ...list }: Wanted,
): Promise<ContentPage> {
  const query = { ...list, gender: genderText(list.gender) };
  return answerOf(await api.call(contentKinds[kind].all, { query, signal }));
}

/** One video or post as this user may see it; null when there is none for them. */
export function itemQuery(kind: ContentKind, id: number) {
  return queryOptions<ContentItem | null>({
    queryKey: itemKey(kind, id),
    queryFn: ({ signal, meta }) => fetchItem(queryApi(meta), kind, id, signal),
    // A playing video must not restart because its file has a new address.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Asks for one item; null when there is none for this user, throws without a proper answer. */
export async function fetchItem(
  api: Api,
  kind: ContentKind,
  id: number,
  signal?: AbortSignal,
): Promise<ContentItem | null> {
  const answer = await api.call(contentKinds[kind].one, { params: { id }, signal });
  if (answer.status === 404) return null;
  return answerOf(answer);
}

export type PurchasedItem = PurchasedVideo | PurchasedPost;
export type PurchasesPage = ContentPage<PurchasedItem>;

type PurchasesWanted = Pick<PageParam, "page"> & { search: string; signal?: AbortSignal };

/** The fan's purchases of a kind, page by page; `search` as it stands in the field. */
export function purchasesQuery(kind: ContentKind, search: string) {
  const wanted = written(search);
  return contentPages<PurchasedItem>(
    [...contentKey(kind), "purchased", wanted],
    wanted,
    (api, { page }, signal) => fetchPurchases(api, kind, { page, search: wanted, signal }),
  );
}

/** Asks for one page; throws when there is no proper answer. */
export async function fetchPurchases(
  api: Api,
  kind: ContentKind,
  { signal, ...query }: PurchasesWanted,
): Promise<PurchasesPage> {
  return answerOf(await api.call(contentKinds[kind].purchased, { query, signal }));
}

/** Puts a fresher item wherever it is shown: on its own page and in every list that has it, in its place. */
export function putItem(client: QueryClient, kind: ContentKind, item: ContentItem): void {
  client.setQueryData(itemKey(kind, item.id), item);
  client.setQueriesData<ContentData>(
    { queryKey: contentKey(kind), predicate: ({ state }) => isList(state.data) },
    (data) =>
      data && { ...data, pages: data.pages.map((page) => ({ ...page, data: swap(page.data, item) })) },
  );
}

/** A list's facts about an item beyond the item itself, such as when it was bought, stay. */
function swap(items: readonly ContentItem[], fresh: ContentItem): ContentItem[] {
  return items.map((item) => (item.id === fresh.id ? { ...item, ...fresh } : item));
}

function isList(data: unknown): boolean {
  return typeof data === "object" && data !== null && "pages" in data;
}
