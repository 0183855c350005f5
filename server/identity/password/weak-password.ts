import type { Call } from "#server/kit/http/call.ts";
import { fieldProblem } from "#server/kit/http/problem.ts";
import type { WeakPassword } from "./choose-password.ts";

const weaknesses: Readonly<Record<WeakPassword["code"], true>> = {
  password_common: true,
  password_personal: true,
  password_breached: true,
};

/** Is it the chosen password that was refused? */
export function isWeak(refusal: { code: string }): refusal is WeakPassword {
  return Object.hasOwn(weaknesses, refusal.code);
}

/** The answer to a chosen password that is too easy to guess: 422 on `password`. */
export function weakPassword(call: Pick<Call, "language">, { code }: WeakPassword) {
  return fieldProblem(call, code, "password");
}
