import formbody from "@fastify/formbody";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type accountsContract, loginForm } from "#contract/accounts.ts";
import type { Language } from "#contract/common.ts";
import type { Call, Handlers } from "#server/kit/http/call.ts";
import type { FormTokens } from "#server/kit/http/form-tokens.ts";
import { fieldErrors } from "#server/kit/http/issues.ts";
import { type Authenticate, callOf } from "#server/kit/http/mount.ts";
import { problem } from "#server/kit/http/problem.ts";
import { comesFromOtherSite } from "#server/kit/http/same-site-path.ts";
import { cookieNames } from "#web/lib/constants.ts";
import { cookieText, readCookie } from "#web/lib/cookies.ts";
import { chooseLanguage } from "#web/lib/i18n/choose-language.ts";
import { safeRoute } from "#web/lib/navigation/saved-route.ts";
import { drawLoginPage, loginPagePolicy } from "./login-page.ts";

type SignIn = Handlers<typeof accountsContract>["POST /api/web_login"];
type Headers = { headers?: Record<string, string | string[]> };
type Refused = { status: number; body: { message: string; code: string } } & Headers;

export type LoginFormNeeds = {
  /** Today's sign-in, with its limits and answers. */
  signIn: SignIn;
  tokens: FormTokens;
  authenticate: Authenticate;
  publicOrigin: string;
};

/**
 * The older login page and its form. Clients that accept text/html get pages: cookies and a redirect when the pair is
 * right, the form again with what was typed when it is not. Everybody else gets the answers of today's sign-in.
 */
export function loginFormRoutes(needs: LoginFormNeeds) {
  return async (scope: FastifyInstance): Promise<void> => {
    // Only here: the rest of the API takes no forms, which any page of the web could send.
    await scope.register(formbody, { bodyLimit: 16 * 1024 });
    scope.get("/auth/login-form", (request, reply) => showForm(needs, request, reply));
    scope.post("/auth/login-form", async (request, reply) => {
      const call = { ...(await callOf(request, needs.authenticate)), language: languageFor(request) };
      const outcome = await trySignIn(needs, request, call);
      if (outcome.status === 200) return welcome(request, reply, outcome);
      if (outcome.headers) reply.headers(outcome.headers);
      if (wantsPage(request)) return showForm(needs, request, reply, outcome);
      return reply.status(outcome.status).header("cache-control", "no-store").send(outcome.body);
    });
  };
}

type Outcome = Awaited<ReturnType<SignIn>> | (Refused & { status: 403 | 422 });

async function trySignIn(
  { signIn, tokens, publicOrigin }: LoginFormNeeds,
  request: FastifyRequest,
  call: Call,
): Promise<Outcome> {
  const sent = { ...(request.body as object | undefined) } as Record<string, unknown>;
  const token = String(sent._token ?? request.headers["x-csrf-token"] ?? "");
  if (!tokens.accepts(token) || comesFromOtherSite(request, publicOrigin))
    return problem(call, "form_expired");
  const form = loginForm.safeParse({ ...sent, _token: token }, { reportInput: true });
  if (!form.success) return problem(call, "invalid", { errors: fieldErrors(form.error, call.language) });
  const { _token, ...body } = form.data;
  return signIn({ body, params: undefined, query: undefined, files: undefined }, call);
}

type SignedIn = Extract<Awaited<ReturnType<SignIn>>, { status: 200 }>;

function welcome(
  request: FastifyRequest,
  reply: FastifyReply,
  { body: session, headers }: SignedIn,
): FastifyReply {
  reply.header("cache-control", "no-store");
  if (!wantsPage(request))
    return reply
      .headers(headers ?? {})
      .status(200)
      .send(session);
  const secure = request.protocol === "https";
  const keep = (name: string, value: string, seconds: number) => cookieText(name, value, seconds, secure);
  reply.header("set-cookie", [
    keep(cookieNames.token, session.accessToken, session.expiresIn),
    keep(cookieNames.fanId, String(session.fan_id), session.expiresIn),
    keep(cookieNames.routeBack, "", 0),
  ]);
  // Fastify adds the cookies of the sign-in itself to these.
  reply.headers(headers ?? {});
  const back = safeRoute(readCookie(request.headers.cookie ?? "", cookieNames.routeBack));
  return reply.redirect(back ?? "/", 303);
}

function showForm(
  { tokens }: LoginFormNeeds,
  request: FastifyRequest,
  reply: FastifyReply,
  refused?: Refused,
): FastifyReply {
  const typed = (request.body as { login?: unknown } | undefined)?.login;
  const page = drawLoginPage({
    language: languageFor(request),
    theme: readCookie(request.headers.cookie ?? "", cookieNames.theme) === "light" ? "light" : "dark",
    token: tokens.issue(),
    login: typeof typed === "string" ? typed.slice(0, 190) : "",
    problem: refused?.body.message ?? null,
    asksCode: refused?.body.code === "second_factor_required" || refused?.body.code === "wrong_code",
  });
  return reply
    .status(refused?.status ?? 200)
    .type("text/html; charset=utf-8")
    .header("cache-control", "no-store")
    .header("content-security-policy", loginPagePolicy())
    .send(page);
}

const wantsPage = (request: FastifyRequest) => /\btext\/html\b/.test(request.headers.accept ?? "");

function languageFor(request: FastifyRequest): Language {
  return chooseLanguage({
    profile: null,
    stored: readCookie(request.headers.cookie ?? "", cookieNames.language),
    accepted: request.headers["accept-language"] ?? null,
  });
}
