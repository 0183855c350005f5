import type { Role } from "#contract/endpoint.ts";
import type { FanProfile } from "#contract/profile.ts";
import { cookieNames, storageKeys } from "#web/lib/constants.ts";
import { dropCookie, readCookie } from "#web/lib/cookies.ts";
import { localStore, sessionStore } from "#web/lib/platform/storage.ts";

/** The session in the cookies of the person who is here. */
export type StoredSession = { token: string; fanId: number };

/** A user is signed in only when both the token and the fan id are stored; either alone is a guest. */
export function readSession(cookieHeader: string): StoredSession | null {
  const token = readCookie(cookieHeader, cookieNames.token);
  const fanId = Number(readCookie(cookieHeader, cookieNames.fanId));
  return token && Number.isInteger(fanId) && fanId > 0 ? { token, fanId } : null;
}

/** The session of this page. Browser only. */
export function currentSession(): StoredSession | null {
  return readSession(document.cookie);
}

/** Forgets who is here, and nothing else: the server does not know the session any more. Browser only. */
export function dropSession(): void {
  dropCookie(cookieNames.token);
  dropCookie(cookieNames.fanId);
}

/** Forgets everything that belongs to a person: local storage, session storage and our cookies. Browser only. */
export function clearSession(): void {
  clearStoredState();
  dropSession();
}

/** Forgets what belongs to the person of before, and leaves the session of now. Browser only. */
export function clearStoredState(): void {
  localStore.clear();
  sessionStore.clear();
  for (const name of [
    cookieNames.routeBack,
    cookieNames.language,
    cookieNames.sessionEnded,
    cookieNames.hideResend,
    cookieNames.dismissedSubscriptions,
  ])
    dropCookie(name);
}

/** The cookie of an ended session when there is nothing more to say. */
export const endedMark = "1";

/**
 * Clears everything that the browser keeps about a person whose session has just ended; its cookies are gone already,
 * and a session of now is another user's. The cookie's further text is for the console. Browser only.
 */
export function clearEndedSession(): void {
  const ended = readCookie(document.cookie, cookieNames.sessionEnded);
  if (ended === null) return;
  clearStoredState();
  if (ended !== endedMark) console.error(ended);
}

/** The role that this browser last knew; a fan's when it knows none. Browser only. */
export function storedRole(): Role {
  const stored = localStore.getItem(storageKeys.role);
  return stored === "model" || stored === "admin" ? stored : "fan";
}

/**
 * Corrects a stored role that is not the profile's: it goes back to fan. Where the person goes is decided by the
 * profile's role alone. A page that still shows the person of a session that has just been cleared stores nothing.
 * Browser only.
 */
export function settleStoredRole({ role }: Pick<FanProfile, "role">): void {
  if (currentSession() === null) return;
  if (localStore.getItem(storageKeys.role) !== role) localStore.setItem(storageKeys.role, "fan");
}
