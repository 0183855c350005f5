import type { Call } from "#server/kit/http/call.ts";
import { fieldProblem, problem, waitProblem } from "#server/kit/http/problem.ts";
import type { Identity } from "./identity.ts";
import type { SignedIn } from "./needs.ts";
import type { SessionOrigin } from "./sessions.ts";
import type { SignInRefusal } from "./sign-in.ts";

/** Where a session is being opened: the caller, on the device that it brings or gets now. */
export function originOf(
  call: Call,
  { cookies }: Pick<Identity, "cookies">,
): SessionOrigin & { device: string } {
  const { address, userAgent, country } = call;
  return { address, userAgent, country, device: cookies.deviceOf(call) };
}

/** The response with a new session, and its cookies. */
export function presentSession(
  session: SignedIn,
  { device }: { device: string },
  { cookies }: Pick<Identity, "cookies">,
) {
  const body = {
    accessToken: session.token,
    expiresIn: session.expiresInSeconds,
    fan_id: session.accountId,
    role: session.role,
  };
  return { body, headers: { "set-cookie": cookies.opened(session, device) } };
}

/** The response when no session was opened: 401 for wrong or missing credentials, 403 blocked, or 429. */
export function refusedSignIn(call: Pick<Call, "language">, refusal: SignInRefusal) {
  const { code } = refusal;
  if (code === "too_many") return waitProblem(call, "too_many_sign_ins", refusal.retryAfterSeconds);
  return code === "wrong_code"
    ? fieldProblem(call, "wrong_sign_in_code", "one_time_code")
    : problem(call, code);
}

/** 429 after too many tries, with the time to wait. */
export function tooManyTries(call: Pick<Call, "language">, seconds: number) {
  return waitProblem(call, "too_many_tries", seconds);
}
