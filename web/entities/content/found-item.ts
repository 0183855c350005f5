import type { LoaderFunctionArgs } from "react-router";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { readInBrowser, readOnServer } from "#web/lib/page/load-queries.ts";
import { m } from "#web/paraglide/messages.js";
import type { ContentItem, ContentKind } from "./content-item.ts";
import { itemQuery } from "./content-query.ts";

/** The item of an address as the server draws it; 404 when there is none for this user. Server only. */
export function loadItem({ context }: Pick<LoaderFunctionArgs, "context">, kind: ContentKind, part: string) {
  const id = itemIdOf(part);
  return readOnServer(
    { context },
    async (client) => ({ item: id === null ? null : await client.ensureQueryData(itemQuery(kind, id)) }),
    ({ item }) => (item === null ? 404 : 200),
  );
}

/** The item of an address, always fetched again: the addresses of its files expire. Browser only. */
export function loadItemInBrowser(kind: ContentKind, part: string) {
  const id = itemIdOf(part);
  const read = async () => {
    if (id === null) return { item: null };
    return { item: await browserQueryClient().fetchQuery({ ...itemQuery(kind, id), staleTime: 0 }) };
  };
  return readInBrowser(read());
}

/** Title and description of an item's page; what is not there is kept out of search engines. */
export function itemMeta(kind: ContentKind, item: ContentItem | null | undefined) {
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

/** The id that a part of an address is; null when it is none. */
export function itemIdOf(part: string): number | null {
  return /^[1-9]\d{0,14}$/.test(part) ? Number(part) : null;
}
