import { data } from "react-router";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import type { RequestContext } from "#web/lib/page/request-context.ts";
import { m } from "#web/paraglide/messages.js";
import type { ContentItem, ContentKind } from "./content-item.ts";
import { fetchItem, itemQuery } from "./content-query.ts";

/** What a route found: the item, none for this person (`item` is null), or nothing because the question failed. */
export type FoundItem = { item: ContentItem | null } | null;

/** The item of an address as the server draws it; 404 when there is none for this user. Server only. */
export async function findItem(
  { api, report }: Pick<RequestContext, "api" | "report">,
  kind: ContentKind,
  part: string,
) {
  const id = idOf(part);
  if (id === null) return data<{ found: FoundItem }>({ found: { item: null } }, { status: 404 });
  try {
    const item = await fetchItem(api, kind, id);
    return data<{ found: FoundItem }>({ found: { item } }, { status: item === null ? 404 : 200 });
  } catch (error) {
    report(error);
    return data<{ found: FoundItem }>({ found: null }, { status: 503 });
  }
}

/** The item of an address, always fetched again: the addresses of its files expire. Browser only. */
export async function findItemInBrowser(kind: ContentKind, part: string): Promise<{ found: FoundItem }> {
  const id = idOf(part);
  if (id === null) return { found: { item: null } };
  const asked = browserQueryClient().fetchQuery({ ...itemQuery(kind, id), staleTime: 0 });
  return { found: await asked.then((item) => ({ item })).catch(() => null) };
}

/** Title and description of an item's page; what is not there is kept out of search engines. */
export function itemMeta(kind: ContentKind, found: FoundItem) {
  const item = found?.item;
  if (!item) return [{ title: "Fanlight" }, { name: "robots", content: "noindex" }];
  const names = { title: item.title, name: item.model.artisticName };
  return [
    { title: `${item.title} · ${item.model.artisticName} · Fanlight` },
    {
      name: "description",
      content: kind === "video" ? m.content_video_description(names) : m.content_post_description(names),
    },
    { property: "og:title", content: item.title },
  ];
}

function idOf(part: string): number | null {
  return /^[1-9]\d{0,14}$/.test(part) ? Number(part) : null;
}
