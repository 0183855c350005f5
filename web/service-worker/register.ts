import { LISTS_CACHE } from "./offline-pages.ts";

/** Without the cache of a secure origin there is nothing to keep or to forget. */
const canKeep = () => "serviceWorker" in navigator && "caches" in window;

/**
 * Lets the service worker keep what a page needs without a connection, once this page has nothing more urgent to load.
 * Never while developing, where code changes under its name. Browser only.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !canKeep()) return;
  const register = () => void begin().catch(() => {});
  const whenIdle = () => ("requestIdleCallback" in window ? requestIdleCallback(register) : register());
  if (document.readyState === "complete") whenIdle();
  else addEventListener("load", whenIdle, { once: true });
}

/** What fails here fails for want of a network; the next page tries again. */
async function begin(): Promise<void> {
  const isFirst = navigator.serviceWorker.controller === null;
  await navigator.serviceWorker.register("/sw.js");
  if (!isFirst) return;
  // This page's code was loaded before there was a worker that could keep it; the browser has it at hand.
  const { active } = await navigator.serviceWorker.ready;
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  const urlsToCache = loaded.filter((name) => name.startsWith(`${location.origin}/assets/`));
  active?.postMessage({ type: "CACHE_URLS", payload: { urlsToCache } });
}

/** Forgets the lists that a guest saw: somebody signs in or out in this browser. Browser only. */
export function forgetOfflineLists(): void {
  if (canKeep()) void deleteLists();
}

async function deleteLists(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(LISTS_CACHE));
  await Promise.all(names.map((name) => caches.delete(name)));
}
