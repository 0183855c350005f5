import { z } from "zod";
import { email, password, repeatedPassword } from "./accounts.ts";
import { id, problem, refusals, success } from "./common.ts";
import { type Contract, roles } from "./endpoint.ts";
import { reauthFields, text } from "./fields.ts";

const told = z.object({ message: z.string() });
const repeated = { password, password_confirmation: repeatedPassword };
const sameTwice = (form: { password: string; password_confirmation: string }) =>
  form.password === form.password_confirmation;
const differ = { path: ["password_confirmation"], message: "passwords_differ" };

export const passwordContract = {
  "POST /auth/password/email": {
    summary: "Ask for a link to a new password; known and unknown emails get the same answer",
    access: "public",
    body: z.object({ email }),
    responses: { 200: told, 422: problem, 429: refusals[429] },
  },
  "POST /auth/password/reset": {
    summary: "Choose a new password by a mailed link, once, within 60 minutes; every session ends",
    access: "public",
    body: z
      .object({ token: text({ min: 1, max: 200, verbatim: true }), email, ...repeated })
      .refine(sameTwice, differ),
    responses: { 200: told, 422: problem, 429: refusals[429] },
  },
  "POST /api/fan/store-password/{id}": {
    summary:
      "Store another password; needs the present one, or a fresh sign-in with X where there is none yet, and every other session ends",
    access: roles,
    params: z.object({ id }),
    body: z.object({ ...reauthFields, ...repeated }).refine(sameTwice, differ),
    responses: { 200: success.extend(told.shape), ...refusals },
  },
} as const satisfies Contract;
