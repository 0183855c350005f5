import { useEffect, useSyncExternalStore } from "react";
import { cookieNames, preferenceCookieSeconds, storageKeys } from "#web/lib/constants.ts";
import { readCookie, writeCookie } from "#web/lib/cookies.ts";
import { localStore } from "#web/lib/platform/storage.ts";

/** A reminder is dismissed for one end of a subscription: when it ends again another time, it is shown again. */
export type Dismissed = { id: number; expireAt: string };

const keptMax = 50;

/** The reminders that were dismissed in this browser. */
export function readDismissed(storage: Pick<Storage, "getItem">): Dismissed[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(storageKeys.dismissedSubscriptions) ?? "[]");
    return Array.isArray(stored) && stored.every(isEntry) ? stored : [];
  } catch {
    return [];
  }
}

/** Written out: the frame of every page, which this belongs to, loads no library of schemas. */
function isEntry(stored: unknown): stored is Dismissed {
  const { id, expireAt } = Object(stored) as Partial<Dismissed>;
  return typeof id === "number" && typeof expireAt === "string";
}

/** Dismisses one. */
export function dismiss(storage: Pick<Storage, "getItem" | "setItem">, { id, expireAt }: Dismissed): void {
  const others = readDismissed(storage).filter((one) => one.id !== id);
  storage.setItem(
    storageKeys.dismissedSubscriptions,
    JSON.stringify([...others, { id, expireAt }].slice(-keptMax)),
  );
  for (const listener of listeners) listener();
}

/** Dismissed reminders in one word, as their cookie holds them: `7@1764072000000.9@1764158400000`. */
export function dismissedText(dismissed: readonly Dismissed[]): string {
  return dismissed.map(wordOf).join(".");
}

/** Was the reminder of this end dismissed? `text` is what `dismissedText` made. */
export function isDismissed(text: string, ending: Dismissed): boolean {
  return text.split(".").includes(wordOf(ending));
}

const wordOf = ({ id, expireAt }: Dismissed) => `${id}@${Date.parse(expireAt)}`;

const listeners = new Set<() => void>();

/**
 * The dismissed reminders, as `dismissedText` writes them; `drawn` are those that the server saw in its cookie, which
 * is kept equal to the local storage: the server must not draw a reminder that would then be taken away from under a
 * finger.
 */
export function useDismissed(drawn: string): string {
  const text = useSyncExternalStore(
    subscribe,
    () => dismissedText(readDismissed(localStore)),
    () => drawn,
  );
  useEffect(() => {
    if ((readCookie(document.cookie, cookieNames.dismissedSubscriptions) ?? "") !== text)
      writeCookie(cookieNames.dismissedSubscriptions, text, preferenceCookieSeconds);
  }, [text]);
  return text;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
