import { z } from "zod";
import { email } from "./accounts.ts";
import { id, problem, refusals } from "./common.ts";
import { type Contract, roles } from "./endpoint.ts";
import { reauthFields, text } from "./fields.ts";
import { fanProfile } from "./profile.ts";

/** What is left to confirm; `message` says whether a mail went out. */
export const resent = fanProfile
  .pick({ validation: true, balance: true, status: true })
  .extend({ message: z.string() });

const resend = {
  summary: "Mail the confirmation link again, once a minute; `email` is the account's own",
  access: roles,
  responses: { 200: resent, 401: problem, 403: problem, 422: problem, 429: refusals[429] },
} as const;

export const emailContract = {
  "POST /api/fan/store-email/{user_id}": {
    summary: "Store another email address, which then waits to be confirmed; needs the password",
    access: roles,
    params: z.object({ user_id: id }),
    body: z.object({ email, ...reauthFields }),
    responses: { 200: fanProfile, ...refusals },
  },
  "GET /service/resend_email": { ...resend, query: z.object({ email }) },
  "POST /service/resend_email": { ...resend, body: z.object({ email }) },
  "GET /auth/email/confirm": {
    summary: "Where a confirmation mail leads: proves the address once and goes on to a page",
    access: "public",
    query: z.object({ token: text({ max: 200, verbatim: true }).catch("") }),
    responses: { 303: z.undefined() },
  },
} as const satisfies Contract;
