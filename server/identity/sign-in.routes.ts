import type { accountsContract } from "#contract/accounts.ts";
import type { passwordContract } from "#contract/credentials.ts";
import type { legacyRoutesContract } from "#contract/legacy-routes.ts";
import type { Call, Handlers, Viewer } from "#server/kit/http/call.ts";
import { fieldProblem } from "#server/kit/http/problem.ts";
import type { Identity } from "./identity.ts";
import { isWeak, weakPassword } from "./password/password.routes.ts";
import { originOf, presentSession, refusedSignIn, tooManyTries } from "./sign-in-responses.ts";

/** Registering, signing in and out. */
export function accountRoutes(identity: Identity): Handlers<typeof accountsContract> {
  const signOut = async (_input: unknown, call: Call<Viewer>) => {
    await identity.signOut(call.viewer);
    const headers = { "set-cookie": identity.cookies.noFileSession() };
    return { status: 204, body: undefined, headers } as const;
  };
  const limited = async (call: Call, isFree: () => Promise<boolean>) => {
    const wait = await identity.askUniqueness(call.address);
    if (wait !== null) return tooManyTries(call, wait);
    return { status: 200, body: { status: await isFree() } } as const;
  };
  return {
    "POST /api/web_login": async ({ body }, call) => {
      const { login: name, password, one_time_code: oneTimeCode } = body;
      const origin = originOf(call, identity);
      const result = await identity.signIn({ name, password, oneTimeCode }, origin);
      if (!result.ok) return refusedSignIn(call, result.refusal);
      return { status: 200, ...presentSession(result, origin, identity) };
    },
    "POST /auth/register": async ({ body }, call) => {
      const { login, email, password, language } = body;
      const role = body.model ? "model" : "fan";
      const origin = originOf(call, identity);
      const result = await identity.register(
        { login, email, password, language, role, referrerId: body.referrer ?? null },
        origin,
      );
      if (result.ok) return { status: 201, ...presentSession(result, origin, identity) };
      const { refusal } = result;
      if (refusal.code === "too_many") return tooManyTries(call, refusal.retryAfterSeconds);
      if (isWeak(refusal)) return weakPassword(call, refusal);
      const field = refusal.code === "login_taken" ? "login" : "email";
      return fieldProblem(call, refusal.code, field);
    },
    "POST /api/web_logout": signOut,
    "POST /auth/logout": signOut,
    "GET /api/service/login-uniqueness": ({ query }, call) =>
      limited(call, () => identity.isLoginFree(query.login)),
    "GET /api/service/email-uniqueness": ({ query }, call) =>
      limited(call, () => identity.isEmailFree(query.email, call.viewer?.userId)),
  };
}

/** Legacy names share the handlers of today's routes, and so their limits and responses. */
export function legacyRoutes(
  today: Handlers<typeof accountsContract> & Handlers<typeof passwordContract>,
): Handlers<typeof legacyRoutesContract> {
  return {
    "POST /api/login": today["POST /api/web_login"],
    "POST /api/logout": today["POST /api/web_logout"],
    "POST /api/register": today["POST /auth/register"],
    "GET /api/login_unique": today["GET /api/service/login-uniqueness"],
    "GET /api/email_unique": today["GET /api/service/email-uniqueness"],
    "POST /api/forgot-password": today["POST /auth/password/email"],
  };
}
