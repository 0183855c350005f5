import { isBuiltFile, isList, keepListMessage, type KeepList } from "./rules.ts";

/**
 * Has the service worker keep what a page needs without a connection, once this page has nothing more urgent to load.
 * Never while developing, where code changes under its name. Browser only.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const register = () => void begin().catch(() => {});
  if (document.readyState === "complete") whenIdle(register);
  else addEventListener("load", () => whenIdle(register), { once: true });
}

/** Has the worker keep the list at `path`, if it is one: a client-side navigation has loaded no document. Browser only. */
export function keepOpenedList(path: string): void {
  const worker = navigator.serviceWorker?.controller;
  if (worker) whenIdle(() => keepList(worker, path));
}

/** Starts the worker. A failure here means that there is no network; the next page tries again. */
async function begin(): Promise<void> {
  const { serviceWorker } = navigator;
  const isFirst = serviceWorker.controller === null;
  // A page that has a worker does not register it: one that is just being switched off would stay after all.
  const registration = isFirst
    ? await serviceWorker.register("/sw.js")
    : await serviceWorker.getRegistration();
  // Somebody who leaves has said their age by now, and chosen how lists are shown: the next visit begins with such
  // ones.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "hidden") return;
    for (const path of new Set(["/", location.pathname])) keepList(serviceWorker.controller, path);
  });
  // Browsers take their time to look for a newer worker.
  if (!isFirst) return void (await registration?.update());
  // The files of this page were loaded before there was a worker that could keep them; the browser has them in its
  // cache.
  const { active } = await serviceWorker.ready;
  const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name));
  const built = loaded.filter((url) => url.origin === location.origin && isBuiltFile(url));
  active?.postMessage({ type: "CACHE_URLS", payload: { urlsToCache: built.map(String) } });
  keepList(active, location.pathname);
}

function keepList(worker: ServiceWorker | null, path: string): void {
  const message: KeepList = { type: keepListMessage, path };
  if (isList(new URL(path, location.origin))) worker?.postMessage(message);
}

function whenIdle(task: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(task);
  else task();
}
