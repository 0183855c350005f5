import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { cookieNames, preferenceCookieSeconds } from "#web/lib/constants.ts";
import { dropCookie, readCookie, writeCookie } from "#web/lib/cookies.ts";
import { usePageConfig } from "#web/lib/page/page-config.ts";

const listeners = new Set<() => void>();
const isOn = () => readCookie(document.cookie, cookieNames.theatre) === "1";

/** Picture and chat over the whole window, as this browser's owner chose for every room, or back again. Browser only. */
export function toggleTheatre(): void {
  if (isOn()) dropCookie(cookieNames.theatre);
  else writeCookie(cookieNames.theatre, "1", preferenceCookieSeconds);
  for (const listener of listeners) listener();
}

/** Whether the theatre is on; the server knows it too, so that the first picture stands where it stays. */
export function useTheatre(): boolean {
  const { theatre } = usePageConfig();
  return useSyncExternalStore(subscribe, isOn, () => theatre);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The key `t` switches the theatre, where nobody is writing and nothing lies over the room. */
export function useTheatreKey(): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "t" || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const at = event.target as HTMLElement | null;
    if (at?.closest("input, textarea, select, [contenteditable], [role=dialog], [role=menu]")) return;
    toggleTheatre();
  });
  useEffect(() => {
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
