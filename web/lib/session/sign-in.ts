import type { Session } from "#contract/accounts.ts";
import { apiWithToken, browserApi } from "#web/lib/api/browser-api.ts";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { looksLikeToken } from "#web/lib/api/token.ts";
import { cookieNames, storageKeys, urlSessionSeconds } from "#web/lib/constants.ts";
import { writeCookie } from "#web/lib/cookies.ts";
import { speak } from "#web/lib/i18n/locale.ts";
import { homeOf } from "#web/lib/navigation/guards.ts";
import { takeSavedRoute } from "#web/lib/navigation/saved-route.ts";
import { localStore, sessionStore } from "#web/lib/platform/storage.ts";
import { forgetPersonal } from "#web/lib/session/forget-personal.ts";
import { clearSession, currentSession } from "#web/lib/session/session.ts";
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
  const answer = await browserApi.call("GET /api/fan/profile");
  client.setQueryData(profileQuery.queryKey, answer.status === 200 ? answer.body : null);
  // A guest's data, and the data that an earlier person left whose session ended unnoticed.
  forgetPersonal(client, { keepPending: true });
  // The account's language goes before the browser's; a page drawn later would change it anyway.
  if (answer.status === 200) speak(answer.body.language);
  const wanted = takeSavedRoute();
  return session.role === "fan" ? (wanted ?? "/") : homeOf(session.role);
}

/** Stores a fresh sign-in for as long as its token lives. Browser only. */
export function storeSession(session: Session): void {
  writeCookie(cookieNames.token, session.accessToken, session.expiresIn);
  writeCookie(cookieNames.fanId, String(session.fan_id), session.expiresIn);
  localStore.setItem(storageKeys.role, session.role);
}

/** Forgets the person without asking the server, for a session it has already ended. Browser only. */
export function forgetUser(): void {
  clearSession();
  const client = browserQueryClient();
  client.setQueryData(profileQuery.queryKey, null);
  forgetPersonal(client);
}

/**
 * Makes the token that a social login left in the session storage the session of this browser, and goes on to the page
 * that was wanted, under an address without parameters. Where another user is signed in, they stay so and are shown that: nobody
 * is replaced unasked, least of all who only showed again that they are themselves. Answers false when the token is not
 * good, which the server says: the clock of a device may be wrong. The page stays as it is. Browser only, before the page
 * is alive.
 */
export async function finishSocialLogin(): Promise<boolean> {
  const token = sessionStore.getItem(storageKeys.socialToken) ?? "";
  sessionStore.removeItem(storageKeys.socialToken);
  if (!looksLikeToken(token)) return false;
  const api = apiWithToken(() => token);
  const answer = await api.call("GET /api/fan/profile");
  if (answer.status !== 200) return false;
  const { id, role } = answer.body;
  const isRefused = await isSomebodyElseHere(id);
  if (isRefused) await api.call("POST /api/web_logout");
  else storeSession({ accessToken: token, expiresIn: urlSessionSeconds, fan_id: id, role });
  const page = new URL(takeSavedRoute() ?? "/", location.origin);
  if (isRefused) page.searchParams.set("twitter", "otherAccount");
  history.replaceState(null, "", page.pathname + page.search + page.hash);
  location.reload();
  return true;
}

/** A session that cannot be asked about now counts as alive: nobody is signed out by an outage. */
async function isSomebodyElseHere(owner: number): Promise<boolean> {
  if (currentSession() === null) return false;
  const answer = await browserApi.call("GET /api/fan/profile");
  return answer.status === 200 ? answer.body.id !== owner : answer.status !== 401;
}
