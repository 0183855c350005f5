import { z } from "zod";
import { instant, language, problem, refusals } from "./common.ts";
import { type Contract, roles } from "./endpoint.ts";
import { loginCharacter, loginLength, passwordLength } from "./field-bounds.ts";
import {
  emailAddress,
  idInBody,
  nameOrEmail,
  oneTimeCode,
  passedOver,
  reauthFields,
  text,
} from "./fields.ts";

export const role = z.enum(roles);

/** Answer of every kind of sign-in: `expiresIn` in seconds. */
export const session = z.object({
  accessToken: z.string(),
  expiresIn: z.int(),
  fan_id: z.int(),
  role,
});
export type Session = z.output<typeof session>;

export const login = text({
  ...loginLength,
  shape: `${loginCharacter}{${loginLength.min},}`,
  codes: { shape: "login_characters" },
});
export const email = emailAddress();
/** A password that somebody chooses. One that is asked for again comes as it was typed: older hashes may be of that. */
export const password = text({ ...passwordLength, verbatim: true, form: "NFC" });
/** Has to be the same as the password, which says how long it may be. */
export const repeatedPassword = text({ min: 1, max: 200, verbatim: true, form: "NFC" });
const consent = z.literal(true, "consent_required");

export const registration = z
  .object({
    login,
    email,
    password,
    password_confirmation: repeatedPassword,
    model: z.boolean().default(false),
    referrer: passedOver(idInBody),
    over_18: consent,
    accept_terms: consent,
    accept_privacy: consent,
    accept_creator_agreement: z.boolean().optional(),
    language: language.default("en"),
  })
  .refine((form) => form.password === form.password_confirmation, {
    path: ["password_confirmation"],
    message: "passwords_differ",
  })
  .refine((form) => !form.model || form.accept_creator_agreement === true, {
    path: ["accept_creator_agreement"],
    message: "consent_required",
  });

const free = z.object({ status: z.boolean() });
const signOut = {
  summary: "Sign out: the token is dead at once, its sockets too",
  access: roles,
  responses: { 204: z.undefined(), 401: problem },
} as const;

export const accountsContract = {
  "POST /api/web_login": {
    summary:
      "Sign in by user name or email and password. An account with a second factor is refused with 401 `second_factor_required` until the same call carries `one_time_code` too, a code of its app or a recovery code, each good once; 401 `wrong_code` when it is not",
    access: "public",
    body: z.object({
      login: nameOrEmail(1),
      password: text({ min: 1, max: 200, verbatim: true }),
      one_time_code: oneTimeCode,
    }),
    responses: { 200: session, 401: problem, 403: problem, 422: problem, 429: refusals[429] },
  },
  "POST /auth/register": {
    summary: "Register as a fan, or as a model with `model: true`",
    access: "public",
    body: registration,
    responses: { 201: session, 422: problem, 429: refusals[429] },
  },
  "POST /api/web_logout": signOut,
  "POST /auth/logout": signOut,
  "GET /api/service/login-uniqueness": {
    summary: "Is this user name free? Case-insensitive; true = free",
    access: "public",
    query: z.object({ login: text({ max: 190 }) }),
    responses: { 200: free, 422: problem, 429: refusals[429] },
  },
  "GET /api/service/email-uniqueness": {
    summary: "Is this email address free? The caller's own counts as free",
    access: "public",
    query: z.object({ email: nameOrEmail(0) }),
    responses: { 200: free, 422: problem, 429: refusals[429] },
  },
} as const satisfies Contract;

/** The form of the older login page. `_token` may come as the header `X-CSRF-Token` instead. */
export const loginForm = z.object({
  login: nameOrEmail(1),
  password: text({ min: 1, max: 200, verbatim: true }),
  /** Asked for after the password of an account with a second factor. */
  one_time_code: oneTimeCode,
  _token: text({ min: 40, max: 40, verbatim: true }),
});

/** The older login page. It is served beside the rest: its bodies are forms, its answers pages where one is asked for. */
export const loginFormContract = {
  "GET /auth/login-form": {
    summary:
      "The older login page, with a csrf token of 40 characters in the field `_token`; works without scripts",
    access: "public",
    responses: { 200: z.string().meta({ contentMediaType: "text/html" }) },
  },
  "POST /auth/login-form": {
    summary:
      "Sign in by the older form (application/x-www-form-urlencoded). Who accepts text/html gets cookies and 303, or the page again",
    access: "public",
    form: true,
    body: loginForm,
    responses: {
      200: session,
      303: z.undefined(),
      401: problem,
      403: problem,
      422: problem,
      429: refusals[429],
    },
  },
} as const satisfies Contract;

/** One sign-in that is still good. `browser` and `system` are names such as "Firefox" and "Windows"; null: unknown. */
export const openSession = z.object({
  id: z.uuid(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  created_at: instant,
  /** To about five minutes. */
  last_used_at: instant,
  /** The session that asks. */
  current: z.boolean(),
});
export type OpenSession = z.output<typeof openSession>;

export const sessionsContract = {
  "GET /api/fan/sessions": {
    summary: "The caller's open sessions, last used first; at most 100",
    access: roles,
    responses: { 200: z.object({ data: z.array(openSession) }), 401: problem },
  },
  "POST /api/fan/end-session": {
    summary:
      "End one of the caller's sessions by its id: its token, sockets and playback are dead at once. Any but the one that asks needs the password",
    access: roles,
    body: z.object({ id: z.uuid(), ...reauthFields }),
    responses: { 204: z.undefined(), ...refusals },
  },
  "POST /api/fan/end-sessions": {
    summary: "Log out everywhere, or everywhere else with `keep_current: true`; needs the password",
    access: roles,
    body: z.object({ keep_current: z.boolean(), ...reauthFields }),
    responses: { 200: z.object({ ended: z.int() }), ...refusals },
  },
} as const satisfies Contract;
