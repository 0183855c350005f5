import { looksLikeToken, malformedToken } from "#web/lib/api/token.ts";
import { cookieNames } from "#web/lib/constants.ts";
import { cookieText } from "#web/lib/cookies.ts";
import { endedMark, readSession } from "./session.ts";

/** `Set-Cookie` values that end a session and make the page clear what it stores, and say why if it was malformed. */
export function endingCookies({ url, headers }: Request): string[] {
  const secure = new URL(url).protocol === "https:";
  const stored = readSession(headers.get("cookie") ?? "");
  const reason = stored && !looksLikeToken(stored.token) ? malformedToken : endedMark;
  return [
    cookieText(cookieNames.token, "", 0, secure),
    cookieText(cookieNames.fanId, "", 0, secure),
    cookieText(cookieNames.sessionEnded, reason, 60, secure),
  ];
}
