import type { PurchasedPost, PurchasedVideo } from "#contract/content.ts";
import type { Api } from "#web/lib/api/api.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { type ContentKind, contentKinds } from "./content-kinds.ts";
import { type ContentPage, contentKey, contentPages, type PageParam } from "./content-query.ts";

export type PurchasedItem = PurchasedVideo | PurchasedPost;
export type PurchasesPage = ContentPage<PurchasedItem>;

type PurchasesWanted = Pick<PageParam, "page"> & { search: string; signal?: AbortSignal };

/** What the fan has bought of a kind, page by page; `search` as it stands in the field. */
export function purchasesQuery(kind: ContentKind, search: string) {
  const wanted = search.trim();
  return contentPages<PurchasedItem>([...contentKey(kind), "purchased", wanted], wanted, ({ page }, signal) =>
    fetchPurchases(browserApi, kind, { page, search: wanted, signal }),
  );
}

/** Asks for one page; throws when there is no proper answer. */
export async function fetchPurchases(
  api: Api,
  kind: ContentKind,
  { signal, ...query }: PurchasesWanted,
): Promise<PurchasesPage> {
  const answer = await api.call(contentKinds[kind].purchased, { query, signal });
  if (answer.status === 200) return answer.body;
  throw new Error(answer.body.message);
}
