import { useSyncExternalStore } from "react";
import { cookieNames } from "#web/lib/constants.ts";
import { readCookie } from "#web/lib/cookies.ts";

const listeners = new Set<() => void>();

/** Whether cookies say that the button for another mail is hidden. */
export function isResendHidden(cookies: string): boolean {
  return readCookie(cookies, cookieNames.hideResend) !== null;
}

/** Whether the button is hidden on this page; `drawn` is what the server saw in the cookies. */
export function useResendHidden(drawn: boolean): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isResendHidden(document.cookie),
    () => drawn,
  );
}

/** Call after writing the cookie: its observers read it again. */
export function notifyResendHidden(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
