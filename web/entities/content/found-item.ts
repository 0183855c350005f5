import type { LoaderFunctionArgs } from "react-router";
import { siteName, titled } from "#contract/site-name.ts";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { readInBrowser, readOnServer } from "#web/lib/page/load-queries.ts";
import { m } from "#web/paraglide/messages.js";
import { type ContentItem, type ContentKind, itemPath } from "./content-item.ts";
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

/**
 * The metadata of an item's page for search engines and link previews, `origin` as the public reaches us; a missing
 * item is kept out of search engines.
 */
export function itemMeta(kind: ContentKind, item: ContentItem | null | undefined, origin: string) {
  if (!item) {
    const title = item === null ? titled(m.error_not_found()) : siteName();
    return [{ title }, { name: "robots", content: "noindex" }];
  }
  const names = { site: siteName(), title: item.title, name: item.model.artisticName };
  const description =
    kind === "video" ? m.content_video_description(names) : m.content_post_description(names);
  return [
    { title: titled(`${item.title} · ${item.model.artisticName}`) },
    { name: "description", content: description },
    { property: "og:type", content: kind === "video" ? "video.other" : "article" },
    { property: "og:site_name", content: siteName() },
    { property: "og:title", content: item.title },
    { property: "og:description", content: description },
    { property: "og:url", content: origin + itemPath(kind, item.id) },
    { property: "og:image", content: new URL(item.cover ?? item.thumb_blurred, origin).href },
    { name: "twitter:card", content: "summary_large_image" },
    ...(item.duration === null ? [] : [{ "script:ld+json": videoObject(kind, item, description, origin) }]),
  ];
}

/** A film as https://schema.org/VideoObject, with the picture that everybody may see. */
function videoObject(kind: ContentKind, item: ContentItem, description: string, origin: string) {
  const { login, artisticName, listed } = item.model;
  return {
    "@context": "https://schema.org",
    "@type": "VideoObject",
    name: item.title,
    description,
    url: origin + itemPath(kind, item.id),
    thumbnailUrl: new URL(item.cover ?? item.thumb_blurred, origin).href,
    uploadDate: item.published_at,
    duration: `PT${item.duration}S`,
    isAccessibleForFree: item.price === 0,
    ...(listed ? { author: { "@type": "Person", name: artisticName, url: `${origin}/${login}` } } : {}),
  };
}

/** The id that a part of an address is; null when it is none. */
export function itemIdOf(part: string): number | null {
  return /^[1-9]\d{0,14}$/.test(part) ? Number(part) : null;
}
