import { COOKIE } from "#web/lib/constants.ts";
import { readCookie } from "#web/lib/cookies.ts";
import { clearLeftovers, clearSession } from "#web/lib/session/session.ts";

/** What the cookie says when somebody else's session stands in the place of the one that ended. */
export const REPLACED = "replaced";

/**
 * Clears what the browser keeps about a person whose session the server has just ended; the session of whoever came
 * in their place stays. Browser only.
 */
export function finishEndedSession(): void {
  const ended = readCookie(document.cookie, COOKIE.sessionEnded);
  if (ended === REPLACED) clearLeftovers();
  else if (ended !== null) clearSession();
}
