import type { Api } from "#web/lib/api/api.ts";
import { isExpired, looksLikeToken } from "#web/lib/api/token.ts";
import { cookieNames, urlSessionSeconds } from "#web/lib/constants.ts";
import { cookieText, readCookie } from "#web/lib/cookies.ts";
import { safeRoute } from "#web/lib/navigation/saved-route.ts";
import { readSession } from "#web/lib/session/session.ts";
import { readUrlLogin, urlLoginTarget } from "#web/lib/session/url-login.ts";

type Asked = {
  request: Request;
  /** An API client that speaks as the owner of the token. */
  apiFor(token: string): Api;
};

/** The page that asks whether to continue as another user. */
export const continueAsPath = "/continue-as";
const decisionSeconds = 600;
const noticeSeconds = 60;

/**
 * Answers an address that carries a sign-in, before anything is rendered or asked for: its token becomes the session
 * if the API accepts it, and a redirect takes both parameters out of the address, so that no history, no Referer and
 * no page ever sees them. Where another user is signed in they are asked first, and nothing is replaced. Null when the
 * address carries none. Server only.
 */
export async function answerUrlLogin({ request, apiFor }: Asked, now = new Date()): Promise<Response | null> {
  const url = new URL(request.url);
  const login = url.pathname.endsWith(".data") ? null : readUrlLogin(url.pathname + url.search);
  if (login === null) return null;
  const { token } = login;
  const cookies = request.headers.get("cookie") ?? "";
  const secure = url.protocol === "https:";
  const owner = token === null ? null : await ownerOf(token, apiFor, now);
  const routeBack = safeRoute(readCookie(cookies, cookieNames.routeBack));
  const target = urlLoginTarget(login, owner !== null, routeBack);
  if (token === null) return leadTo(target, []);
  if (owner === null)
    return leadTo(target, [cookieText(cookieNames.loginLink, "dead", noticeSeconds, secure)]);
  if (await isSomebodyElseHere(cookies, owner, apiFor, now))
    return leadTo(`${continueAsPath}?to=${encodeURIComponent(target)}`, [pendingTokenCookie(token, secure)]);
  return leadTo(target, sessionCookies(token, owner, secure));
}

function leadTo(location: string, cookies: readonly string[]): Response {
  const headers = new Headers({ location, "cache-control": "no-store", "referrer-policy": "no-referrer" });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(null, { status: 302, headers });
}

/** `Set-Cookie` values that make a token from an address the session of a browser. */
export function sessionCookies(token: string, fanId: number, secure: boolean): string[] {
  return [
    cookieText(cookieNames.token, token, urlSessionSeconds, secure),
    cookieText(cookieNames.fanId, String(fanId), urlSessionSeconds, secure),
    cookieText(cookieNames.routeBack, "", 0, secure),
  ];
}

/** `Set-Cookie` that keeps a token until its person has decided; null forgets it. `Lax`: a link may come from a mail. */
export function pendingTokenCookie(token: string | null, secure: boolean): string {
  const age = token === null ? 0 : decisionSeconds;
  const rest = `Path=${continueAsPath}; HttpOnly; SameSite=Lax; Max-Age=${age}`;
  return `${cookieNames.pendingToken}=${token ?? ""}; ${rest}${secure ? "; Secure" : ""}`;
}

async function ownerOf(token: string, apiFor: Asked["apiFor"], now: Date): Promise<number | null> {
  if (!looksLikeToken(token) || isExpired(token, now)) return null;
  const answer = await apiFor(token).call("GET /api/fan/profile");
  return answer.status === 200 ? answer.body.id : null;
}

/** A session that cannot be asked about now counts as alive: nobody is signed out by an outage. */
async function isSomebodyElseHere(
  cookies: string,
  owner: number,
  apiFor: Asked["apiFor"],
  now: Date,
): Promise<boolean> {
  const session = readSession(cookies);
  if (session === null || isExpired(session.token, now)) return false;
  const answer = await apiFor(session.token).call("GET /api/fan/profile");
  return answer.status === 200 ? answer.body.id !== owner : answer.status !== 401;
}
