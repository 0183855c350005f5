import type { Language } from "#contract/common.ts";

/** What is shown instead of a page that cannot be had, in each language. A dot keeps the names apart from models'. */
export const OFFLINE_PAGES: Readonly<Record<Language, string>> = {
  en: "/offline.en.html",
  es: "/offline.es.html",
};

/** Header by which the server tells the service worker what may become of a document: see {@link OfflineCopy}. */
export const OFFLINE_COPY_HEADER = "x-offline-copy";

/**
 * `keep`: a public list as any guest sees it, which may be shown again without a connection. `forget`: somebody has a
 * session; whatever was kept before goes.
 */
export type OfflineCopy = "keep" | "forget";

/** The caches of the lists, one a build, begin with this. */
export const LISTS_CACHE = "fanlight-lists-";

/** Addresses of the lists that everybody may see. */
export const PUBLIC_LISTS: ReadonlySet<string> = new Set(["/", "/trending", "/videos", "/allposts"]);
