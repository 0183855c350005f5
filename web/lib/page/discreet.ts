import { useSyncExternalStore } from "react";
import { cookieNames, preferenceCookieSeconds } from "#web/lib/constants.ts";
import { dropCookie, readCookie, writeCookie } from "#web/lib/cookies.ts";
import { usePageConfig } from "#web/lib/page/page-config.ts";

const listeners = new Set<() => void>();

/** Gives this browser's tabs a neutral title and icon, at once and for later visits, or the product's own. Browser only. */
export function chooseDiscreet(on: boolean): void {
  if (on) writeCookie(cookieNames.discreet, "1", preferenceCookieSeconds);
  else dropCookie(cookieNames.discreet);
  for (const listener of listeners) listener();
}

/** Whether tabs of this browser have a neutral title and icon. */
export function useDiscreet(): boolean {
  const { discreet } = usePageConfig();
  return useSyncExternalStore(
    subscribe,
    () => readCookie(document.cookie, cookieNames.discreet) === "1",
    () => discreet,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
