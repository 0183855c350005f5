import { z } from "zod";
import { login, session } from "./accounts.ts";
import { language, problem, refusals } from "./common.ts";
import { type Contract, roles } from "./endpoint.ts";
import { idInBody, oneTimeCode, passedOver, reauthFields, text } from "./fields.ts";
import { fanProfile } from "./profile.ts";

const consent = z.literal(true, "consent_required");
const referrer = passedOver(idInBody);
/** Identifies an identity on X that was just authorised; valid once, for half an hour. */
const claim = text({ min: 1, max: 100, verbatim: true });

export const socialContract = {
  "GET /auth/twitter": {
    summary: "Begin to sign in with X: leads to its page, and from there to /auth/twitter/callback",
    getChanges: true,
    access: "public",
    query: z.object({
      language: passedOver(language),
      /** The fan who invited the visitor. */
      referrer,
      /** Path of this site to return to. */
      route: passedOver(text({ max: 500, verbatim: true })),
      /** `1`: the user is signed in and wants to connect X to the account. */
      connect: passedOver(z.literal("1")),
    }),
    responses: { 302: z.undefined(), 429: refusals[429], 503: problem },
  },
  "POST /auth/twitter/register": {
    summary: "Open an account for an identity on X, with the consents of every registration",
    access: "public",
    body: z.object({
      claim,
      login,
      over_18: consent,
      accept_terms: consent,
      accept_privacy: consent,
      language: language.default("en"),
      /** The inviting account, as this browser remembers; counts when the journey to X began without. */
      referrer,
    }),
    responses: { 201: session, 409: problem, 422: problem, 429: refusals[429] },
  },
  "POST /auth/twitter/second-factor": {
    summary:
      "The second step of signing in with X, for an account with a second factor: the claim that came back and a code. 401 `wrong_code`, 409 `claim_expired`",
    access: "public",
    body: z.object({ claim, one_time_code: oneTimeCode }),
    responses: { 200: session, 401: problem, 403: problem, 409: problem, 422: problem, 429: refusals[429] },
  },
  "POST /api/fan/connect-twitter": {
    summary: "Connect an identity on X to the caller's account; needs the password",
    access: roles,
    body: z.object({ claim, ...reauthFields }),
    responses: { 200: fanProfile, 409: problem, ...refusals },
  },
  "POST /api/fan/disconnect-twitter": {
    summary: "Disconnect X; refused while X is the only way in or the account has no email",
    access: roles,
    responses: { 200: fanProfile, 409: problem, ...refusals },
  },
} as const satisfies Contract;
