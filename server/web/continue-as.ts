import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Identity } from "#server/identity/identity.ts";
import { readCookie, type Viewer } from "#server/kit/http/call.ts";
import { comesFromOtherSite, sameSitePath } from "#server/kit/http/same-site-path.ts";
import { cookieNames } from "#web/lib/constants.ts";
import { cookieText } from "#web/lib/cookies.ts";
import { continueAsPath, pendingTokenCookie, sessionCookies } from "#web/lib/session/answer-url-login.ts";
import { endedMark } from "#web/lib/session/session.ts";

/** The part of the accounts that pages need: the users whose sessions their cookies hold. */
export type WebSessions = Pick<Identity, "authenticate" | "signOut" | "cookies">;

const noticeSeconds = 60;

type ContinueAsNeeds = { sessions: WebSessions; publicOrigin: string };
type Answer = { Querystring: { answer?: string; to?: string } };

/**
 * `POST /continue-as?answer=continue|stay&to=`: the decision of a signed-in user who opened a link with somebody else's
 * token. Only `continue` changes anything: the previous session ends, the token's replaces it. Answers 303 to
 * `to`. No other site can send it: the cookie with the token does not come along then, and the form is refused.
 */
export function continueAsRoute(app: FastifyInstance, { sessions, publicOrigin }: ContinueAsNeeds): void {
  const secure = publicOrigin.startsWith("https:");
  app.post<Answer>(continueAsPath, async (request, reply) => {
    const to = sameSitePath(request.query.to ?? null) ?? "/";
    reply.header("cache-control", "no-store").header("referrer-policy", "no-referrer");
    if (comesFromOtherSite(request, publicOrigin)) return reply.redirect("/", 303);
    reply.header("set-cookie", pendingTokenCookie(null, secure));
    const handed = readCookie(request.headers.cookie, cookieNames.pendingToken);
    if (request.query.answer === "continue" && handed)
      reply.header("set-cookie", await replaceSession(sessions, request, handed, secure));
    return reply.redirect(to, 303);
  });
}

/** The cookies of the new session, or that its token has expired. */
async function replaceSession(
  { authenticate, signOut, cookies }: WebSessions,
  request: FastifyRequest,
  handed: string,
  secure: boolean,
): Promise<string[]> {
  const next = await authenticate(handed);
  if (!next) return [cookieText(cookieNames.loginLink, "dead", noticeSeconds, secure)];
  const before = await personHere(authenticate, request);
  if (before && before.userId !== next.userId) await signOut(before);
  return [
    ...sessionCookies(handed, next.userId, secure),
    cookieText(cookieNames.sessionEnded, endedMark, noticeSeconds, secure),
    cookies.fileSession(next),
  ];
}

async function personHere(
  authenticate: WebSessions["authenticate"],
  request: FastifyRequest,
): Promise<Viewer | null> {
  const token = readCookie(request.headers.cookie, cookieNames.token);
  return token ? authenticate(token) : null;
}
