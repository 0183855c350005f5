import { z } from "zod";
import { instant, problem, refusals } from "./common.ts";
import type { Contract } from "./endpoint.ts";
import { reauthFields } from "./owner.ts";

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

const everybody = ["fan", "model", "admin"] as const;

export const sessionsContract = {
  "GET /api/fan/sessions": {
    summary: "The caller's open sessions, last used first; at most 100",
    access: everybody,
    responses: { 200: z.object({ data: z.array(openSession) }), 401: problem },
  },
  "POST /api/fan/end-session": {
    summary:
      "End one of the caller's sessions by its id: its token, sockets and playback are dead at once. Any but the one that asks needs the password",
    access: everybody,
    body: z.object({ id: z.uuid(), ...reauthFields }),
    responses: { 204: z.undefined(), ...refusals },
  },
  "POST /api/fan/end-sessions": {
    summary: "Log out everywhere, or everywhere else with `keep_current: true`; needs the password",
    access: everybody,
    body: z.object({ keep_current: z.boolean(), ...reauthFields }),
    responses: { 200: z.object({ ended: z.int() }), ...refusals },
  },
} as const satisfies Contract;
