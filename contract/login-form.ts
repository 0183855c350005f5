import { z } from "zod";
import { session } from "./accounts.ts";
import { problem, refusals } from "./common.ts";
import type { Contract } from "./endpoint.ts";
import { oneTimeCode } from "./owner.ts";

/** The form of the older login page. `_token` may come as the header `X-CSRF-Token` instead. */
export const loginForm = z.object({
  login: z.string().trim().min(1, "required").max(190),
  password: z.string().min(1, "required").max(200),
  /** Asked for after the password of an account with a second factor. */
  one_time_code: oneTimeCode,
  _token: z.string().length(40),
});

/** The older login page. It is served beside the rest: its bodies are forms, its answers pages where one is asked for. */
export const loginFormContract = {
  "GET /auth/login-form": {
    summary:
      "The older login page, with a csrf token of 40 characters in the field `_token`; works without scripts",
    access: "public",
    responses: { 200: z.string() },
  },
  "POST /auth/login-form": {
    summary:
      "Sign in by the older form (application/x-www-form-urlencoded). Who accepts text/html gets cookies and 303, or the page again",
    access: "public",
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
