import { looksLikeToken, MALFORMED_TOKEN } from "#web/lib/api/token.ts";
import { COOKIE } from "#web/lib/constants.ts";
import { cookieText } from "#web/lib/cookies.ts";
import { ENDED, readSession } from "./session.ts";

/** `Set-Cookie` values that end a session and make the page clear what it stores, and say why if it was malformed. */
export function endingCookies({ url, headers }: Request): string[] {
  const secure = new URL(url).protocol === "https:";
  const stored = readSession(headers.get("cookie") ?? "");
  const reason = stored && !looksLikeToken(stored.token) ? MALFORMED_TOKEN : ENDED;
  return [
    cookieText(COOKIE.token, "", 0, secure),
    cookieText(COOKIE.fanId, "", 0, secure),
    cookieText(COOKIE.sessionEnded, reason, 60, secure),
  ];
}
