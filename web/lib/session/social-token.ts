import { apiWithToken } from "#web/lib/api/browser-api.ts";
import { HANDED_SESSION_SECONDS, STORAGE } from "#web/lib/constants.ts";
import { takeSavedRoute } from "#web/lib/navigation/saved-route.ts";
import { storeSession } from "#web/lib/session/session.ts";
import { isExpired, looksLikeToken } from "#web/lib/session/token.ts";

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
  storeSession({ accessToken: token, expiresIn: HANDED_SESSION_SECONDS, fan_id: id, role });
  history.replaceState(null, "", takeSavedRoute() ?? "/");
  location.reload();
  return true;
}
