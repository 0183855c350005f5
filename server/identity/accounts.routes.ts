import type { accountsContract } from "#contract/accounts.ts";
import type { Call, Handlers, Viewer } from "#server/kit/http/call.ts";
import { addressBlock, createLimit } from "#server/kit/http/limits.ts";
import { fieldProblem } from "#server/kit/http/problem.ts";
import { originOf, presentSession, refusedSignIn, tooManyTries } from "./answer-sign-in.ts";
import type { Identity } from "./identity.ts";
import { isWeak, weakPassword } from "./password/weak-password.ts";

/** Enough for whoever looks for a free name, little for whoever asks through a list of people; a block of addresses. */
const uniquenessQuestions = 100;
const uniquenessSeconds = 600;

/** The accounts part of the contract. */
export function accountRoutes(identity: Identity): Handlers<typeof accountsContract> {
  const signOut = async (_input: unknown, call: Call<Viewer>) => {
    await identity.signOut(call.viewer);
    const headers = { "set-cookie": identity.cookies.noFileSession() };
    return { status: 204, body: undefined, headers } as const;
  };
  const questions = createLimit(uniquenessQuestions, uniquenessSeconds);
  const unlessAskedTooOften = async (call: Call, isFree: () => Promise<boolean>) => {
    const wait = await questions.take(addressBlock(call.address));
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
      unlessAskedTooOften(call, () => identity.isLoginFree(query.login)),
    "GET /api/service/email-uniqueness": ({ query }, call) =>
      unlessAskedTooOften(call, () => identity.isEmailFree(query.email, call.viewer?.userId)),
  };
}
