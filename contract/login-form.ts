import { z } from "zod";
import { session } from "./accounts.ts";
import { problem, refusals } from "./common.ts";
import type { Contract } from "./endpoint.ts";
import { text } from "./fields.ts";
import { oneTimeCode } from "./owner.ts";

/** The form of the older login page. `_token` may come as the header `X-CSRF-Token` instead. */
export const loginForm = z.object({
  login: text({ min: 1, max: 190 }),
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
