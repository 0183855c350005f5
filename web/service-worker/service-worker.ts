/// <reference lib="webworker" />
import { clientsClaim } from "workbox-core";
import { ExpirationPlugin } from "workbox-expiration";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { CacheFirst, NetworkFirst } from "workbox-strategies";
import {
  LISTS_CACHE,
  OFFLINE_COPY_HEADER,
  OFFLINE_PAGES,
  type OfflineCopy,
  PUBLIC_LISTS,
} from "./offline-pages.ts";

declare const self: ServiceWorkerGlobalScope;
/** Changes with everything that a page loads; written in by the build. */
declare const BUILD_ID: string;

/**
 * Works between the pages and the network: it keeps the code of the pages that were opened, the public lists as guests
 * see them, and a page for everything else that cannot be had without a connection. It answers navigations and requests
 * for files of the build; everything else (the API, media, files of people) passes by it. A new build brings a new
 * worker, which takes over at once: code is named by its content, so that pages of both builds find theirs.
 */
const lists = `${LISTS_CACHE}${BUILD_ID}`;
const shell = `fanlight-shell-${BUILD_ID}`;
const code = "fanlight-code";

/** A list that was seen before is shown again when the network takes longer; without one there is no limit. */
const PATIENCE_SECONDS = 5;
const CODE_FILES_MAX = 250;
const CODE_KEPT_SECONDS = 30 * 24 * 3600;
/** Navigations that are no pages: downloads, what servers call, and all files. */
const NOT_PAGES =
  /^\/(api|auth|service|whip|whep|realtime|socket|dev|metrics|healthz|readyz|assets|files|private-files)(\/|$)|\.[a-z0-9]+$/i;

self.addEventListener("install", (event) => {
  event.waitUntil(keepOfflinePages());
  void self.skipWaiting();
});
self.addEventListener("activate", (event) => {
  event.waitUntil(forgetOtherBuilds());
  event.waitUntil(keepOpenLists(event));
});
clientsClaim();

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith("/assets/"),
  new CacheFirst({
    cacheName: code,
    plugins: [new ExpirationPlugin({ maxEntries: CODE_FILES_MAX, maxAgeSeconds: CODE_KEPT_SECONDS })],
  }),
);

const pages = new NetworkFirst({
  cacheName: lists,
  networkTimeoutSeconds: PATIENCE_SECONDS,
  // What a document varies by is not to be seen here; the cache is emptied when somebody signs in or out.
  matchOptions: { ignoreVary: true },
  plugins: [{ cacheWillUpdate: ({ response }) => keepable(response), handlerDidError: offlinePage }],
});
registerRoute(new NavigationRoute(pages, { denylist: [NOT_PAGES] }));

/** The document itself when the server calls it anybody's, else null: it is kept nowhere. */
async function keepable(response: Response): Promise<Response | null> {
  const copy = response.headers.get(OFFLINE_COPY_HEADER) as OfflineCopy | null;
  if (copy === "forget") await caches.delete(lists);
  return copy === "keep" && response.status === 200 ? response : null;
}

async function keepOfflinePages(): Promise<void> {
  const cache = await caches.open(shell);
  const fresh = { credentials: "omit", cache: "no-cache" } as const;
  await cache.addAll(Object.values(OFFLINE_PAGES).map((path) => new Request(path, fresh)));
}

/** The list that somebody is looking at was loaded before this worker came. */
async function keepOpenLists(event: ExtendableEvent): Promise<void> {
  const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const urls = new Set(open.map(({ url }) => url).filter((url) => PUBLIC_LISTS.has(new URL(url).pathname)));
  await Promise.all([...urls].map((url) => pages.handleAll({ event, request: new Request(url) })[1]));
}

async function offlinePage(): Promise<Response | undefined> {
  const chosen = (await self.cookieStore?.get("lang").catch(() => null))?.value ?? navigator.language;
  const path = chosen.startsWith("es") ? OFFLINE_PAGES.es : OFFLINE_PAGES.en;
  return caches.match(path, { cacheName: shell });
}

async function forgetOtherBuilds(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith("fanlight-") && ![lists, shell, code].includes(name));
  await Promise.all(old.map((name) => caches.delete(name)));
}
