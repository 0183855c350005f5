import type { Api } from "#web/lib/api.ts";
import { COOKIE, HANDED_SESSION_SECONDS } from "#web/lib/constants.ts";
import { cookieText, readCookie } from "#web/lib/cookies.ts";
import { safeRoute } from "#web/lib/saved-route.ts";
import { isExpired, looksLikeToken } from "#web/lib/token.ts";
import { readUrlLogin, urlLoginTarget } from "#web/lib/url-login.ts";

type Asked = {
  request: Request;
  /** An API client that speaks for whoever holds the token. */
  apiFor(token: string): Api;
};

/**
 * Answers an address that carries a sign-in, before anything is rendered or asked for: its token becomes the session
 * if the API accepts it, and a redirect takes both parameters out of the address, so that no history, no Referer and
 * no page ever sees them. Null when the address carries none. Server only.
 */
export async function answerUrlLogin({ request, apiFor }: Asked, now = new Date()): Promise<Response | null> {
  const url = new URL(request.url);
  const login = url.pathname.endsWith(".data") ? null : readUrlLogin(url.pathname + url.search);
  if (login === null) return null;
  const { token } = login;
  const fanId = token === null ? null : await ownerOf(token, apiFor, now);
  const routeBack = safeRoute(readCookie(request.headers.get("cookie") ?? "", COOKIE.routeBack));
  const target = urlLoginTarget(login, fanId !== null, routeBack);
  const headers = new Headers({
    location: target,
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
  });
  if (token !== null && fanId !== null) {
    const secure = url.protocol === "https:";
    headers.append("set-cookie", cookieText(COOKIE.token, token, HANDED_SESSION_SECONDS, secure));
    headers.append("set-cookie", cookieText(COOKIE.fanId, String(fanId), HANDED_SESSION_SECONDS, secure));
    headers.append("set-cookie", cookieText(COOKIE.routeBack, "", 0, secure));
  }
  return new Response(null, { status: 302, headers });
}

async function ownerOf(token: string, apiFor: Asked["apiFor"], now: Date): Promise<number | null> {
  if (!looksLikeToken(token) || isExpired(token, now)) return null;
  const answer = await apiFor(token).call("GET /api/fan/profile");
  return answer.status === 200 ? answer.body.id : null;
}
