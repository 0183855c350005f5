/// <reference lib="webworker" />
import { clientsClaim, type WorkboxPlugin } from "workbox-core";
import { ExpirationPlugin } from "workbox-expiration";
import { registerRoute } from "workbox-routing";
import { CacheFirst, NetworkFirst, NetworkOnly } from "workbox-strategies";
import {
  GUEST_PAGE_HEADER,
  guestVariant,
  isBuiltFile,
  isFrontPage,
  isPage,
  KEEP_FRONT_PAGE,
  OFFLINE_PAGE,
} from "./rules.ts";

declare const self: ServiceWorkerGlobalScope;
/** Changes with everything that a page loads; written in by the build. */
declare const BUILD_ID: string;

/**
 * Works between the pages and the network: it keeps the code of the pages that were opened, the front page as guests see
 * it, and a page that stands in for all others. It answers navigations and requests for files of the build; everything
 * else (the API, media, files of people) passes by it. A new build brings a new worker, which takes over at once: code
 * is named by its content, so that pages of both builds find theirs.
 */
const CODE = "fanlight-code";
const FRONT_PAGES = "fanlight-front-pages";
const OFFLINE = "fanlight-offline";

const WEEK_SECONDS = 7 * 24 * 3600;
const CODE_FILES_MAX = 250;
const FRONT_PAGES_MAX = 4;
/** Longer than a server far away takes on a good network, and no wait to speak of on a bad one. */
const PATIENCE_SECONDS = 0.5;

self.addEventListener("install", (event) => {
  event.waitUntil(keepOfflinePage());
  void self.skipWaiting();
});
self.addEventListener("activate", (event) => event.waitUntil(caches.delete(FRONT_PAGES)));
self.addEventListener("message", (event) => {
  if (event.data?.type === KEEP_FRONT_PAGE) event.waitUntil(keepFrontPage(event));
});
clientsClaim();

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && isBuiltFile(url),
  new CacheFirst({
    cacheName: CODE,
    plugins: [
      new ExpirationPlugin({
        maxEntries: CODE_FILES_MAX,
        maxAgeSeconds: 4 * WEEK_SECONDS,
        purgeOnQuotaError: true,
      }),
    ],
  }),
);

const elsePageOffline: WorkboxPlugin = {
  handlerDidError: () => caches.match(OFFLINE_PAGE, { cacheName: OFFLINE }),
};

const keyOf = (variant: string) => `/?build=${BUILD_ID}&${variant}`;

/** Front pages lie under their build and the guests they were drawn for; the server's word decides whether one is kept. */
const forItsGuests: WorkboxPlugin = {
  async cacheKeyWillBeUsed({ params, state }) {
    const { variant } = params as { variant: string };
    if (state) state.variant = variant;
    return keyOf(variant);
  },
  async cacheWillUpdate({ response, state }) {
    const drawnFor = response.headers.get(GUEST_PAGE_HEADER);
    return response.status === 200 && drawnFor !== null && drawnFor === state?.variant ? response : null;
  },
};

const guestsFrontPage = new NetworkFirst({
  cacheName: FRONT_PAGES,
  networkTimeoutSeconds: PATIENCE_SECONDS,
  // What it varies by stands in its key.
  matchOptions: { ignoreVary: true },
  plugins: [
    forItsGuests,
    new ExpirationPlugin({
      maxEntries: FRONT_PAGES_MAX,
      maxAgeSeconds: WEEK_SECONDS,
      purgeOnQuotaError: true,
    }),
    elsePageOffline,
  ],
});
const anyPage = new NetworkOnly({ plugins: [elsePageOffline] });

registerRoute(
  ({ request, url, sameOrigin }) => request.mode === "navigate" && sameOrigin && isPage(url),
  async ({ event, request, url }) => {
    const variant = isFrontPage(url) ? await variantHere() : null;
    if (variant === null) return anyPage.handle({ event, request });
    return guestsFrontPage.handle({ event, request, params: { variant } });
  },
);

/** For whom a front page is to be drawn in this browser now; null where that cannot be known. */
async function variantHere(): Promise<string | null> {
  const cookies = await self.cookieStore?.getAll().catch(() => null);
  return cookies ? guestVariant(cookies.map(({ name, value }) => `${name}=${value}`).join("; ")) : null;
}

async function keepFrontPage(event: ExtendableEvent): Promise<void> {
  const variant = await variantHere();
  if (variant === null) return;
  if (await caches.match(keyOf(variant), { cacheName: FRONT_PAGES, ignoreVary: true })) return;
  const [, done] = guestsFrontPage.handleAll({ event, request: new Request("/"), params: { variant } });
  await done;
}

async function keepOfflinePage(): Promise<void> {
  const cache = await caches.open(OFFLINE);
  await cache.add(new Request(OFFLINE_PAGE, { credentials: "omit", cache: "no-cache" }));
}
