import { z } from "zod";
import { instant, problem, refusals } from "./common.ts";
import { type Contract, roles } from "./endpoint.ts";
import { oneTimeCode, reauthFields } from "./fields.ts";

/** Ten codes of 60 random bits, each good once in the place of a code of the app; shown this once and kept as hashes. */
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
