import { STORAGE } from "#web/lib/constants.ts";
import { currentLanguage } from "#web/lib/i18n/locale.ts";
import { isBuiltFile, isFrontPage, KEEP_FRONT_PAGE } from "./rules.ts";

/**
 * Has the service worker keep what a page needs without a connection, once this page has nothing more urgent to load.
 * Never while developing, where code changes under its name. Browser only.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const register = () => void begin().catch(() => {});
  const whenIdle = () => ("requestIdleCallback" in window ? requestIdleCallback(register) : register());
  if (document.readyState === "complete") whenIdle();
  else addEventListener("load", whenIdle, { once: true });
}

/** What fails here fails for want of a network; the next page tries again. */
async function begin(): Promise<void> {
  const { serviceWorker } = navigator;
  const isFirst = serviceWorker.controller === null;
  const registration = await serviceWorker.register("/sw.js");
  // Who leaves has said their age by now, and chosen how the front page is to look: the next visit begins with that one.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "hidden") return;
    localStorage.setItem(STORAGE.shownLanguage, currentLanguage());
    serviceWorker.controller?.postMessage({ type: KEEP_FRONT_PAGE });
  });
  // Registering the same address again looks for no newer worker, and browsers take their time to.
  if (!isFirst) return void (await registration.update());
  // What this page shows was loaded before there was a worker that could keep it; the browser has its files at hand.
  const { active } = await serviceWorker.ready;
  const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name));
  const built = loaded.filter((url) => url.origin === location.origin && isBuiltFile(url));
  active?.postMessage({ type: "CACHE_URLS", payload: { urlsToCache: built.map(String) } });
  if (isFrontPage(new URL(location.href))) active?.postMessage({ type: KEEP_FRONT_PAGE });
}
