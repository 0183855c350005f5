import { z } from "zod";
import { problem } from "./common.ts";
import type { Contract } from "./endpoint.ts";
import { text } from "./fields.ts";

/** Bytes in base64url (RFC 4648, section 5), without padding. */
const base64url = (characters: number) => z.string().regex(new RegExp(`^[\\w-]{${characters}}$`), "invalid");

const state = z.object({
  /** The key that the browser subscribes with (`applicationServerKey`): base64url, 65 bytes. */
  public_key: z.string(),
  /** How the browser of this session is notified; null: not at all. */
  device: z.object({ endpoint: z.string(), details: z.boolean() }).nullable(),
});
export type PushState = z.output<typeof state>;

export const pushContract = {
  "GET /api/fan/push": {
    summary: "Whether the browser of this session gets notifications while no page is open (Web Push)",
    access: ["fan"],
    responses: { 200: state, 401: problem, 403: problem },
  },
  "POST /api/fan/push": {
    summary:
      "Notify the browser of this session, until the session ends: its subscription as browsers make it. Without `details` a notification says only that there is one",
    access: ["fan"],
    body: z.object({
      /** https, of a host with a public name; anything else is refused as `push_refused`. */
      endpoint: text({ min: 9, max: 2000, verbatim: true, shape: "[\\x21-\\x7e]+" }),
      keys: z.object({ p256dh: base64url(87), auth: base64url(22) }),
      details: z.boolean().default(false),
    }),
    responses: { 200: state, 401: problem, 403: problem, 422: problem },
  },
  "DELETE /api/fan/push": {
    summary: "Notify the browser of this session no more",
    access: ["fan"],
    responses: { 204: z.undefined(), 401: problem, 403: problem },
  },
} as const satisfies Contract;
