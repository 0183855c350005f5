import type { emailContract } from "#contract/credentials.ts";
import type { Identity, ProfileReader } from "#server/identity/identity.ts";
import { reauthCredentialsOf, reauthRefused } from "#server/identity/reauthenticate.ts";
import type { Call, Handlers, Viewer } from "#server/kit/http/call.ts";
import { defineTexts } from "#server/kit/http/language.ts";
import { fieldProblem, problem, waitProblem } from "#server/kit/http/problem.ts";

const texts = defineTexts({
  sent: {
    en: "We have sent you an email with a link.",
    es: "Te hemos enviado un correo con un enlace.",
  },
  already_confirmed: {
    en: "Your email is already confirmed.",
    es: "Tu correo ya está confirmado.",
  },
});

/** Reports to a page what just happened; the page deletes it once it was read. Not HttpOnly. */
export const emailConfirmedCookie = "email_confirmed";
const noticeSeconds = 24 * 3600;

export type EmailRoutesNeeds = { identity: Identity; profiles: ProfileReader; secure: boolean };

/** Changing and confirming the email address. */
export function emailRoutes({
  identity,
  profiles,
  secure,
}: EmailRoutesNeeds): Handlers<typeof emailContract> {
  const resend = async (email: string, call: Call<Viewer>) => {
    const result = await identity.email.resend(call.viewer.userId, email);
    if (!result.ok && result.refusal.code === "too_many") {
      return waitProblem(call, "too_soon", result.refusal.retryAfterSeconds);
    }
    if (!result.ok) return fieldProblem(call, "not_your_email", "email");
    const profile = await profiles.profile(call.viewer.userId);
    if (!profile) return problem(call, "unauthenticated");
    const message = texts[result.sent ? "sent" : "already_confirmed"][call.language];
    return { status: 200, body: { ...profile, message } } as const;
  };
  return {
    "POST /api/fan/store-email/{user_id}": async ({ params, body }, call) => {
      if (params.user_id !== call.viewer.userId) return problem(call, "not_your_account");
      const credentials = reauthCredentialsOf(body, call);
      const change = { email: body.email, credentials, address: call.address };
      const result = await identity.email.change(call.viewer.userId, change);
      if (result.ok) {
        const profile = await profiles.profile(call.viewer.userId);
        return profile ? { status: 200, body: profile } : problem(call, "unauthenticated");
      }
      const { refusal } = result;
      return refusal.code === "email_taken"
        ? fieldProblem(call, "email_taken", "email")
        : reauthRefused(call, refusal);
    },
    "GET /service/resend_email": ({ query }, call) => resend(query.email, call),
    "POST /service/resend_email": ({ body }, call) => resend(body.email, call),
    "GET /api/email-link": async ({ query }) => ({
      status: 200,
      body: { link: await identity.email.linkState(query.token) },
    }),
    "POST /api/email-link": async ({ body }) => {
      const result = await identity.email.confirm(body.token);
      if (!result.ok) return { status: 200, body: { link: result.refusal, tokens: 0 } };
      const cookie = `${emailConfirmedCookie}=${result.tokens}; Path=/; SameSite=Lax; Max-Age=${noticeSeconds}`;
      return {
        status: 200,
        body: { link: "confirmed", tokens: result.tokens },
        headers: { "set-cookie": secure ? `${cookie}; Secure` : cookie },
      };
    },
  };
}
