/// <reference lib="webworker" />
import { clientsClaim, type WorkboxPlugin } from "workbox-core";
import { ExpirationPlugin } from "workbox-expiration";
import { registerRoute } from "workbox-routing";
import { CacheFirst, NetworkFirst, NetworkOnly } from "workbox-strategies";
import { isLookedAt, pageAt, readPush, type ShownPush } from "./push.ts";
import {
  guestPageHeader,
  guestVariant,
  isBuiltFile,
  isList,
  isPage,
  isRecent,
  keepListMessage,
  type KeepList,
  offlinePage,
} from "./rules.ts";

declare const self: ServiceWorkerGlobalScope;
/** Changes with everything that a page loads; written in by the build. */
declare const BUILD_ID: string;

/**
 * Works between the pages and the network: it keeps the code of the pages that were opened, the public lists as guests
 * see them, and a page that stands in for all others. It answers navigations and requests for files of the build; everything
 * else (the API, media, files of people) passes by it. It shows what the server pushes to this browser. A new build brings a new worker, which takes over at once: code
 * is named by its content, so that pages of both builds find theirs.
 */
const codeCache = "fanlight-code";
const listCache = "fanlight-lists";
const offlineCache = "fanlight-offline";

const weekSeconds = 7 * 24 * 3600;
const codeFilesMax = 250;
const listsMax = 12;
/** For `/`, whose live events mend an old copy: longer than a server far away takes on a good network. */
const frontPagePatienceSeconds = 0.5;
/** For the other lists: longer than a bad network takes, so that an old copy is shown only where there is as good as none. */
const listPatienceSeconds = 4;

self.addEventListener("install", (event) => {
  event.waitUntil(keepOfflinePage());
  void self.skipWaiting();
});
self.addEventListener("activate", (event) => event.waitUntil(forgetLists()));
self.addEventListener("message", (event) => {
  if (event.data?.type === keepListMessage) event.waitUntil(keepList(event, event.data));
});
self.addEventListener("push", (event) => {
  const shown = readPush(event.data?.text() ?? "", self.location.origin);
  if (shown) event.waitUntil(showPush(shown));
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(String(event.notification.data)));
});
clientsClaim();

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && isBuiltFile(url),
  new CacheFirst({
    cacheName: codeCache,
    plugins: [
      new ExpirationPlugin({
        maxEntries: codeFilesMax,
        maxAgeSeconds: 4 * weekSeconds,
        purgeOnQuotaError: true,
      }),
    ],
  }),
);

const elsePageOffline: WorkboxPlugin = {
  handlerDidError: () => caches.match(offlinePage, { cacheName: offlineCache }),
};

const keyOf = (path: string, variant: string) => `${path}?build=${BUILD_ID}&${variant}`;

/** Lists lie under their build and the guests they were drawn for; the server's header decides whether one is kept. */
const forItsGuests: WorkboxPlugin = {
  async cacheKeyWillBeUsed({ request, params, state }) {
    const { variant } = params as { variant: string };
    if (state) state.variant = variant;
    return keyOf(new URL(request.url).pathname, variant);
  },
  async cacheWillUpdate({ response, state }) {
    const drawnFor = response.headers.get(guestPageHeader);
    return response.status === 200 && drawnFor !== null && drawnFor === state?.variant ? response : null;
  },
};

const expiration = new ExpirationPlugin({
  maxEntries: listsMax,
  maxAgeSeconds: weekSeconds,
  purgeOnQuotaError: true,
});

const guestsList = (networkTimeoutSeconds: number) =>
  new NetworkFirst({
    cacheName: listCache,
    networkTimeoutSeconds,
    // The values that an answer varies by stand in its key.
    matchOptions: { ignoreVary: true },
    plugins: [forItsGuests, expiration, elsePageOffline],
  });
const frontPage = guestsList(frontPagePatienceSeconds);
const otherList = guestsList(listPatienceSeconds);
const strategyFor = (path: string) => (path === "/" ? frontPage : otherList);
const anyPage = new NetworkOnly({ plugins: [elsePageOffline] });

registerRoute(
  ({ request, url, sameOrigin }) => request.mode === "navigate" && sameOrigin && isPage(url),
  async ({ event, request, url }) => {
    const variant = isList(url) ? await variantHere() : null;
    if (variant === null) return anyPage.handle({ event, request });
    return strategyFor(url.pathname).handle({ event, request, params: { variant } });
  },
);

/** For whom a list is to be drawn in this browser now; null where that cannot be known. */
async function variantHere(): Promise<string | null> {
  const cookies = await self.cookieStore?.getAll().catch(() => null);
  return cookies ? guestVariant(cookies.map(({ name, value }) => `${name}=${value}`).join("; ")) : null;
}

async function keepList(event: ExtendableEvent, { path }: KeepList): Promise<void> {
  const variant = isList(new URL(path, self.location.origin)) ? await variantHere() : null;
  if (variant === null) return;
  const copy = await caches.match(keyOf(path, variant), { cacheName: listCache, ignoreVary: true });
  if (copy && (path === "/" || isRecent(copy, new Date()))) return;
  const [, done] = otherList.handleAll({ event, request: new Request(path), params: { variant } });
  await done;
}

async function showPush({ title, body, url, tag, lang }: ShownPush): Promise<void> {
  if (isLookedAt(await openPages(), new URL(url, self.location.origin))) return;
  const icons = { icon: "/icon-192.png", badge: "/icon-192.png" };
  await self.registration.showNotification(title, { body, tag, lang, data: url, ...icons });
}

/** Goes to the page that shows this already, or opens one more. */
async function openPage(path: string): Promise<void> {
  const address = new URL(path, self.location.origin);
  const page = pageAt(await openPages(), address);
  await (page ? page.focus() : self.clients.openWindow(address));
}

const openPages = () => self.clients.matchAll({ type: "window", includeUncontrolled: true });

/** The lists name files of the build before; an earlier worker kept them under other names. */
async function forgetLists(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name !== codeCache && name !== offlineCache);
  await Promise.all(names.map((name) => caches.delete(name)));
}

async function keepOfflinePage(): Promise<void> {
  const cache = await caches.open(offlineCache);
  await cache.add(new Request(offlinePage, { credentials: "omit", cache: "no-cache" }));
}
