import type { Session } from "#contract/accounts.ts";
import { apiWithToken, browserApi } from "#web/lib/api/browser-api.ts";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { STORAGE, URL_SESSION_SECONDS } from "#web/lib/constants.ts";
import { speak } from "#web/lib/i18n/locale.ts";
import { homeOf } from "#web/lib/navigation/guards.ts";
import { takeSavedRoute } from "#web/lib/navigation/saved-route.ts";
import { clearSession, storeSession } from "#web/lib/session/session.ts";
import { isExpired, looksLikeToken } from "#web/lib/session/token.ts";
import { leaveByChoice, profileQuery } from "#web/lib/session/viewer.ts";

/**
 * Begins a session from a fresh sign-in: stores it, loads the profile, and answers where the person goes now: the
 * page they came from, or the area of models or staff. Browser only.
 */
export async function beginSession(session: Session): Promise<string> {
  storeSession(session);
  // A user who signed out before is back; this session may be ended elsewhere again.
  leaveByChoice(false);
  const client = browserQueryClient();
  for (const seenAsGuest of ["rooms", "content"]) client.removeQueries({ queryKey: [seenAsGuest] });
  const answer = await browserApi.call("GET /api/fan/profile");
  if (answer.status === 200) {
    client.setQueryData(profileQuery.queryKey, answer.body);
    // The account's language goes before the browser's; a page drawn later would change it anyway.
    speak(answer.body.language);
  }
  const wanted = takeSavedRoute();
  return session.role === "fan" ? (wanted ?? "/") : homeOf(session.role);
}

/** Forgets the person without asking the server, for a session it has already ended. Browser only. */
export function forgetUser(): void {
  clearSession();
  const client = browserQueryClient();
  client.setQueryData(profileQuery.queryKey, null);
  // What one person began, such as a payment without an answer, is no business of the next one.
  client.getMutationCache().clear();
  client.removeQueries({
    predicate: ({ queryKey }) => queryKey[0] !== "profile" && queryKey[0] !== "genders",
  });
}

/**
 * Makes the token that a social login left in the session storage the session of this browser, and goes on to the page
 * that was wanted, under an address without parameters. Answers false when the token is not good: the page stays as it
 * is. Browser only, before the page is alive.
 */
export async function finishSocialLogin(): Promise<boolean> {
  const token = sessionStorage.getItem(STORAGE.socialToken) ?? "";
  sessionStorage.removeItem(STORAGE.socialToken);
  if (!looksLikeToken(token) || isExpired(token, new Date())) return false;
  const answer = await apiWithToken(() => token).call("GET /api/fan/profile");
  if (answer.status !== 200) return false;
  const { id, role } = answer.body;
  storeSession({ accessToken: token, expiresIn: URL_SESSION_SECONDS, fan_id: id, role });
  history.replaceState(null, "", takeSavedRoute() ?? "/");
  location.reload();
  return true;
}
