import { z } from "zod";
import { email, password, repeatedPassword } from "./accounts.ts";
import { id, instant, problem, refusals, success } from "./common.ts";
import { type Contract, roles } from "./endpoint.ts";
import { oneTimeCode, reauthFields, text } from "./fields.ts";
import { fanProfile } from "./profile.ts";

/** The address that is left to confirm; `message` states whether an email was sent. */
export const resent = fanProfile
  .pick({ validation: true, balance: true, status: true })
  .extend({ message: z.string() });

const resend = {
  summary: "Mail the confirmation link again, once a minute; `email` is the account's own",
  access: roles,
  responses: { 200: resent, 401: problem, 403: problem, 422: problem, 429: refusals[429] },
} as const;

/** The state of a confirmation email's link. `open`: confirming by it works, once. */
export const emailLinkState = z.enum(["open", "already", "expired", "unknown"]);
const linkToken = text({ max: 200, verbatim: true });

export const emailContract = {
  "POST /api/fan/store-email/{user_id}": {
    summary: "Store another email address, which then waits to be confirmed; needs the password",
    access: roles,
    params: z.object({ user_id: id }),
    body: z.object({ email, ...reauthFields }),
    responses: { 200: fanProfile, ...refusals },
  },
  "GET /service/resend_email": { ...resend, getChanges: true, query: z.object({ email }) },
  "POST /service/resend_email": { ...resend, body: z.object({ email }) },
  "GET /api/email-link": {
    summary: "What the link of a confirmation email is good for; asking confirms nothing",
    access: "public",
    query: z.object({ token: linkToken.catch("") }),
    responses: { 200: z.object({ link: emailLinkState }) },
  },
  "POST /api/email-link": {
    summary:
      "Confirm an address by the token of a mailed link, once; `tokens` is what the account was given for it",
    access: "public",
    body: z.object({ token: linkToken }),
    responses: {
      422: problem,
      200: z.object({ link: emailLinkState.exclude(["open"]).or(z.literal("confirmed")), tokens: z.int() }),
    },
  },
} as const satisfies Contract;

const sentMessage = z.object({ message: z.string() });
const repeated = { password, password_confirmation: repeatedPassword };
const sameTwice = (form: { password: string; password_confirmation: string }) =>
  form.password === form.password_confirmation;
const differ = { path: ["password_confirmation"], message: "passwords_differ" };

export const passwordContract = {
  "POST /auth/password/email": {
    summary: "Ask for a link to a new password; known and unknown emails get the same answer",
    access: "public",
    body: z.object({ email }),
    responses: { 200: sentMessage, 422: problem, 429: refusals[429] },
  },
  "POST /auth/password/reset": {
    summary: "Choose a new password by a mailed link, once, within 60 minutes; every session ends",
    access: "public",
    body: z
      .object({ token: text({ min: 1, max: 200, verbatim: true }), email, ...repeated })
      .refine(sameTwice, differ),
    responses: { 200: sentMessage, 422: problem, 429: refusals[429] },
  },
  "POST /api/fan/store-password/{id}": {
    summary:
      "Store another password; needs the present one, or a fresh sign-in with X where there is none yet, and every other session ends",
    access: roles,
    params: z.object({ id }),
    body: z.object({ ...reauthFields, ...repeated }).refine(sameTwice, differ),
    responses: { 200: success.extend(sentMessage.shape), ...refusals },
  },
} as const satisfies Contract;

/** Ten codes of 60 random bits, each accepted once instead of a code of the app; shown this once and stored as hashes. */
const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });

/** Null: no code is asked for. */
export const secondFactorState = z.object({
  second_factor: z.object({ since: instant, recovery_codes_left: z.int() }).nullable(),
});
export type SecondFactorState = z.output<typeof secondFactorState>;

/** A second factor is an app that shows codes (TOTP, RFC 6238). */
export const secondFactorContract = {
  "GET /api/fan/second-factor": {
    summary: "Since when a code is asked for at signing in, and how many recovery codes are left",
    access: roles,
    responses: { 200: secondFactorState, 401: problem },
  },
  "POST /api/fan/enrol-second-factor": {
    summary:
      "Make a secret for an authenticator app, in Base32 and as an `otpauth:` address; needs the password. Nothing is asked for before a first code confirms it, within 15 minutes",
    access: roles,
    body: z.object(reauthFields),
    responses: { 200: z.object({ secret: z.string(), uri: z.string() }), 409: problem, ...refusals },
  },
  "POST /api/fan/confirm-second-factor": {
    summary: "Turn the second factor on by a first code of the app; every other session ends",
    access: roles,
    body: z.object({ one_time_code: oneTimeCode }),
    responses: { 200: recoveryCodes, 409: problem, ...refusals },
  },
  "POST /api/fan/renew-recovery-codes": {
    summary:
      "Another set of recovery codes; needs the password and a code, and the set before is worth nothing",
    access: roles,
    body: z.object(reauthFields),
    responses: { 200: recoveryCodes, 409: problem, ...refusals },
  },
  "POST /api/fan/remove-second-factor": {
    summary: "Turn the second factor off; needs the password and a code, and every other session ends",
    access: roles,
    body: z.object(reauthFields),
    responses: { 204: z.undefined(), 409: problem, ...refusals },
  },
} as const satisfies Contract;
