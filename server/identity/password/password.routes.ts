import type { passwordContract } from "#contract/credentials.ts";
import type { Identity } from "#server/identity/identity.ts";
import { type ReauthRefusal, reauthCredentialsOf, reauthRefused } from "#server/identity/reauthenticate.ts";
import { originOf } from "#server/identity/sign-in-responses.ts";
import type { Call, Handlers } from "#server/kit/http/call.ts";
import { defineTexts } from "#server/kit/http/language.ts";
import { fieldProblem, problem, waitProblem } from "#server/kit/http/problem.ts";
import type { WeakPassword } from "./passwords.ts";

const texts = defineTexts({
  asked: {
    en: "If this email belongs to an account, we have sent a link to choose a new password.",
    es: "Si este correo pertenece a una cuenta, hemos enviado un enlace para elegir una contraseña nueva.",
  },
  changed: { en: "Your password has been changed.", es: "Tu contraseña se ha cambiado." },
});

/** Reports to a page what just happened; the page deletes it once it was read. Not HttpOnly. */
export const resetPasswordCookie = "reset_password";
const noticeSeconds = 24 * 3600;

export type PasswordRoutesNeeds = { identity: Identity; secure: boolean };

/** Resetting and changing the password. */
export function passwordRoutes({ identity, secure }: PasswordRoutesNeeds): Handlers<typeof passwordContract> {
  return {
    "POST /auth/password/email": async ({ body }, call) => {
      const result = await identity.password.requestReset(body.email, call);
      if (!result.ok) return waitProblem(call, "too_soon", result.refusal.retryAfterSeconds);
      return { status: 200, body: { message: texts.asked[call.language] } };
    },
    "POST /auth/password/reset": async ({ body }, call) => {
      const origin = originOf(call, identity);
      const result = await identity.password.reset(body, origin);
      if (result.ok) {
        const cookie = `${resetPasswordCookie}=1; Path=/; SameSite=Lax; Max-Age=${noticeSeconds}`;
        const notice = secure ? `${cookie}; Secure` : cookie;
        return {
          status: 200,
          body: { message: texts.changed[call.language] },
          headers: { "set-cookie": [identity.cookies.device(origin.device), notice] },
        };
      }
      const { refusal } = result;
      if (refusal.code === "too_many") return waitProblem(call, "too_many_tries", refusal.retryAfterSeconds);
      if (refusal.code !== "link_dead") return weakPassword(call, refusal);
      return fieldProblem(call, "link_dead", "token");
    },
    "POST /api/fan/store-password/{id}": async ({ params, body }, call) => {
      if (params.id !== call.viewer.userId) return problem(call, "not_your_account");
      const change = { credentials: reauthCredentialsOf(body, call), password: body.password };
      const result = await identity.password.change(call.viewer.userId, change, originOf(call, identity));
      if (!result.ok) return refusedChange(call, result.refusal);
      return { status: 200, body: { success: true, message: texts.changed[call.language] } };
    },
  };
}

function refusedChange(call: Call, refusal: ReauthRefusal | WeakPassword) {
  return isWeak(refusal) ? weakPassword(call, refusal) : reauthRefused(call, refusal);
}

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
