import { COOKIE } from "#web/lib/constants.ts";
import { readCookie } from "#web/lib/cookies.ts";
import { clearSession } from "#web/lib/session.ts";

/** Clears what the browser keeps about a person whose session the server has just ended. Browser only. */
export function finishEndedSession(): void {
  if (readCookie(document.cookie, COOKIE.sessionEnded) !== null) clearSession();
}
