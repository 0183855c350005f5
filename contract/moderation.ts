import { z } from "zod";
import { instant, problem, slug, tooMany } from "./common.ts";
import type { Contract } from "./endpoint.ts";
import { idInBody } from "./fields.ts";

/** A fan who moderates a room; `name` is empty once the account is gone. */
export const moderator = z.object({ id: z.int(), name: z.string(), since: instant });

/**
 * An act of moderation. `by` and `fan` are null for a person who has no account or none any more; `text` is the
 * removed message, null once it is forgotten; `minutes` is null for a whole broadcast.
 */
export const moderationEntry = z.object({
  id: z.int(),
  at: instant,
  action: z.enum(["remove", "mute", "unmute"]),
  by: z.string().nullable(),
  fan: z.string().nullable(),
  text: z.string().nullable(),
  minutes: z.int().nullable(),
});

/** A fan who may not write in a room now; `until` is null for a whole broadcast. */
export const mutedFan = z.object({ id: z.int(), name: z.string(), until: instant.nullable() });

/**
 * The moderators of a model's room, the earliest first; the fans who are muted there now; the recent acts, the latest
 * first.
 */
export const moderators = z.object({
  data: z.array(moderator),
  muted: z.array(mutedFan),
  log: z.array(moderationEntry),
});
export type Moderators = z.output<typeof moderators>;

const modelOnly = { 401: problem, 403: problem, 422: problem, 429: tooMany } as const;
const inRoom = { ...modelOnly, 404: problem, 409: problem } as const;
const params = z.object({ slug });

export const moderationContract = {
  "GET /api/studio/moderators": {
    summary: "Who moderates the model's room, who is muted in it, and what was done there lately",
    access: ["model"],
    responses: { 200: moderators, ...modelOnly },
  },
  "POST /api/studio/moderators": {
    summary: "Make a fan a moderator of the room, at most 20 of them, or take that back; idempotent",
    access: ["model"],
    body: z.object({ fan_id: idInBody, moderates: z.boolean() }),
    responses: { 200: moderators, ...inRoom },
  },
  "POST /api/stream/{slug}/remove-message": {
    summary: "Remove a fan's message from the room's chat, for its model and moderators; idempotent",
    access: ["fan", "model"],
    params,
    body: z.object({ id: idInBody }),
    responses: { 200: z.object({ id: z.int() }), ...inRoom },
  },
  "POST /api/stream/{slug}/mute": {
    summary:
      "Mute a fan in the room's public chat for 5 or 60 minutes, for this broadcast (null), or no longer (0); for its model and moderators",
    access: ["fan", "model"],
    params,
    body: z.object({ fan_id: idInBody, minutes: z.literal([0, 5, 60]).nullable() }),
    responses: { 200: z.object({ fan_id: z.int(), until: instant.nullable() }), ...inRoom },
  },
} as const satisfies Contract;
