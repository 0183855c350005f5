import { useSyncExternalStore } from "react";
import { COOKIE, PREFERENCE_COOKIE_SECONDS } from "#web/lib/constants.ts";
import { dropCookie, readCookie, writeCookie } from "#web/lib/cookies.ts";
import { usePageConfig } from "#web/lib/page/page-config.ts";

const listeners = new Set<() => void>();

/** Gives this browser's tabs a neutral title and icon, at once and for later visits, or the product's own. Browser only. */
export function chooseDiscreet(on: boolean): void {
  if (on) writeCookie(COOKIE.discreet, "1", PREFERENCE_COOKIE_SECONDS);
  else dropCookie(COOKIE.discreet);
  for (const listener of listeners) listener();
}

/** Whether tabs of this browser have a neutral title and icon. */
export function useDiscreet(): boolean {
  const { discreet } = usePageConfig();
  return useSyncExternalStore(
    subscribe,
    () => readCookie(document.cookie, COOKIE.discreet) === "1",
    () => discreet,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
