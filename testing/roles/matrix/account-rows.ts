import { randomUUID } from "node:crypto";
import { decodeJwt } from "jose";
import type { Person } from "#testing/app/test-app.ts";
import type { Actors } from "#testing/roles/actors.ts";
import {
  emailOfNobody,
  everybody,
  fansOnly,
  type MatrixRow,
  row,
  signedIn,
} from "#testing/roles/matrix-row.ts";

const emailOf = ({ login }: Person) => `${login}@example.test`;

const newPassword = { password: "correct horse", password_confirmation: "correct horse" };

/** The id of a further session of the fan. */
async function anotherSession({ app, fan }: Actors): Promise<string> {
  const { identity } = app.modules;
  const account = await identity.byId(app.db, fan.id);
  if (!account) throw new Error("the fan of the matrix is gone");
  return String(decodeJwt(await identity.issueToken(account)).jti);
}

/** Accounts, sessions, settings and ways to sign in. */
export const accountRows = {
  // Accounts
  "POST /api/web_login": row(everybody(401), ({ fan }) => ({
    body: { login: fan.login, password: "not the password" },
  })),
  "POST /auth/register": row(everybody(422)),
  "POST /api/web_logout": row(signedIn(204), undefined, { endsSessions: true }),
  "POST /auth/logout": row(signedIn(204), undefined, { endsSessions: true }),
  "GET /api/service/login-uniqueness": row(everybody(200), () => ({ query: { login: "nobodyatall" } })),
  "GET /api/service/email-uniqueness": row(everybody(200), () => ({ query: { email: "no@body.test" } })),
  "GET /api/fan/profile": row(signedIn(200)),
  "POST /api/fan/set-country": row(fansOnly(200), () => ({ body: { country: "MX" } })),
  "POST /api/fan/set-language": row(signedIn(200), () => ({ body: { language: "es" } })),

  // X, which is not set up here: a claim that nobody has shown
  "GET /auth/twitter": row(everybody(503)),
  "POST /auth/twitter/register": row(everybody(409), () => ({
    body: { claim: "none", login: "nobodyatall", over_18: true, accept_terms: true, accept_privacy: true },
  })),
  "POST /auth/twitter/second-factor": row(everybody(409), () => ({
    body: { claim: "none", one_time_code: "123456" },
  })),
  "POST /api/fan/connect-twitter": row(signedIn(422), () => ({ body: { claim: "none" } })),
  "POST /api/fan/disconnect-twitter": row(signedIn(200)),

  // Settings. A picture of nothing gets its owner past the guard and no further.
  "POST /api/fan/store-avatar/{fanId}": row({ ...signedIn(403), fan: 422 }, ({ fan }) => {
    const form = new FormData();
    form.set("avatar", new Blob(["no picture"]), "me.png");
    return { params: { fanId: fan.id }, body: form };
  }),
  "POST /api/fan/remove-avatar": row(signedIn(200)),
  "POST /api/fan/turn-notification": row(signedIn(200), () => ({ body: { is_block_notification: true } })),
  "POST /api/fan/block-user": row(signedIn(422), () => ({ body: { current_password: "not the password" } })),
  "GET /api/fan/export": row(signedIn(200)),
  "GET /api/get-main-page-counters": row(signedIn(200)),

  // Sessions: one of the fan's is named, beside the one that asks. Nobody gets past a wrong password.
  "GET /api/fan/sessions": row(signedIn(200)),
  "POST /api/fan/end-session": row(signedIn(422), async (actors) => ({
    body: { id: await anotherSession(actors), current_password: "not the password" },
  })),
  "POST /api/fan/end-sessions": row(signedIn(422), () => ({
    body: { keep_current: true, current_password: "not the password" },
  })),

  // The second factor: nobody here has one, and nobody gets past a wrong password or without an enrolment
  "GET /api/fan/second-factor": row(signedIn(200)),
  "POST /api/fan/enrol-second-factor": row(signedIn(422), () => ({ body: { current_password: "" } })),
  "POST /api/fan/confirm-second-factor": row(signedIn(409), () => ({ body: { one_time_code: "123456" } })),
  "POST /api/fan/renew-recovery-codes": row(signedIn(409), () => ({ body: { current_password: "" } })),
  "POST /api/fan/remove-second-factor": row(signedIn(409), () => ({ body: { current_password: "" } })),

  // Older names of calls
  "POST /api/login": row(everybody(401), () => ({ body: { login: "nobodyatall", password: "a guess" } })),
  "POST /api/logout": row(signedIn(204), undefined, { endsSessions: true }),
  "POST /api/register": row(everybody(422)),
  "GET /api/login_unique": row(everybody(200), () => ({ query: { login: "nobodyatall" } })),
  "GET /api/email_unique": row(everybody(200), () => ({ query: { email: "no@body.test" } })),
  "POST /api/forgot-password": row(everybody(200), () => ({ body: { email: emailOfNobody() } })),

  // Email and password. A wrong present password gets the owner past the guard and no further.
  "POST /api/fan/store-email/{user_id}": row({ ...signedIn(403), fan: 422 }, ({ fan }) => ({
    params: { user_id: fan.id },
    body: { email: `new${fan.login}@example.test`, current_password: "not the password" },
  })),
  "GET /service/resend_email": row({ ...signedIn(422), fan: 200 }, ({ fan }) => ({
    query: { email: emailOf(fan) },
  })),
  "POST /service/resend_email": row({ ...signedIn(422), fan: 429 }, ({ fan }) => ({
    body: { email: emailOf(fan) },
  })),
  "GET /api/email-link": row(everybody(200), () => ({ query: { token: "no such token" } })),
  "POST /api/email-link": row(everybody(200), () => ({ body: { token: "no such token" } })),
  "POST /auth/password/email": row(everybody(200), () => ({ body: { email: `${randomUUID()}@body.test` } })),
  "POST /auth/password/reset": row(everybody(422), ({ fan }) => ({
    body: { token: "no such token", email: emailOf(fan), ...newPassword },
  })),
  "POST /api/fan/store-password/{id}": row({ ...signedIn(403), fan: 422 }, ({ fan }) => ({
    params: { id: fan.id },
    body: { current_password: "not the password", ...newPassword },
  })),
} as const satisfies Record<string, MatrixRow>;
