import { z } from "zod";
import { streamState } from "./catalog.ts";
import { problem, tooMany } from "./common.ts";
import type { Contract } from "./endpoint.ts";
import { tipMenuBounds } from "./field-bounds.ts";
import { idInBody, text } from "./fields.ts";
import { goal, iceServers, menuItem, roomMessage, slowSeconds } from "./live.ts";
import { position } from "./realtime.ts";

const bilingual = z.object({
  en: text({ max: 120 }),
  es: text({ max: 120 }),
});

/**
 * The model's own view of their room. `publish` is what OBS or the browser needs to go live by WHIP; `simulcast`: whether
 * several sizes of the picture may be sent at once.
 */
export const studio = z.object({
  model: z.object({ id: z.int(), login: z.string(), artisticName: z.string(), avatar: z.string() }),
  stream: streamState,
  live_since: z.string().nullable(),
  publishing: z.object({ connected: z.boolean(), receiving: z.boolean() }),
  publish: z.object({
    url: z.string(),
    key: z.string(),
    simulcast: z.boolean(),
    ice_servers: iceServers.optional(),
  }),
  watchers: z.int(),
  /** The model has paused the room themselves; a stream that pauses without it has lost its media. */
  paused: z.boolean(),
  /** The model's note to the room during a pause; null: none. */
  pause_note: z.string().nullable(),
  /** Hidden by staff: the model may broadcast, and nobody can watch. */
  hidden: z.boolean(),
  topic: z.object({ en: z.string(), es: z.string() }),
  goal: goal.nullable(),
  /** Seconds that fans wait between two messages of their own; 0: no slow mode. */
  slow_seconds: z.int(),
  /**
   * Tokens: the whole balance, and of this broadcast what was earned in all, by tips and by shows that fans paid for;
   * `tips` is their number, `latest_tips` the last of them, newest first, and `course` what tips and shows brought in each
   * stretch of so many minutes, the last being now. `payout_cents`: US cents that the model is paid for a token.
   */
  earnings: z.object({
    balance: z.int(),
    tonight: z.int(),
    tips: z.int(),
    tip_tokens: z.int(),
    latest_tips: z.array(roomMessage),
    show_tokens: z.int(),
    payout_cents: z.number().positive(),
    course: z.object({ minutes: z.int().positive(), tokens: z.array(z.int()).min(1).max(14) }),
  }),
  chat: z.object({ history: z.array(roomMessage), moderators: z.array(z.int()) }),
  /** The position to resume the room's live events from, as of this answer. */
  live_from: z.object({ room: position }),
});
export type Studio = z.output<typeof studio>;

/** A fan who is in the room; `tokens` is what they tipped by name in the current broadcast. */
export const roomFan = z.object({ id: z.int(), name: z.string(), tokens: z.int() });
export type RoomFan = z.output<typeof roomFan>;

/** A fan whom the model has banned from their room and chats; `name` is empty once the account is gone. */
export const bannedFan = z.object({ id: z.int(), name: z.string(), banned_at: z.iso.datetime() });
export type BannedFan = z.output<typeof bannedFan>;

const tipMenu = z.object({ items: z.array(menuItem) });
const menuTitle = text({ min: 1, max: tipMenuBounds.titleMax });
const tipMenuChange = z.object({
  items: z
    .array(
      z.object({
        title: z.object({ en: menuTitle, es: menuTitle }),
        price: z.int("whole_tokens").min(1, "whole_tokens").max(tipMenuBounds.priceMax, "whole_tokens"),
      }),
    )
    .max(tipMenuBounds.itemsMax),
});

const bans = z.object({ data: z.array(bannedFan) });
const oneFan = z.object({ fan_id: idInBody });

const modelOnly = { 401: problem, 403: problem, 422: problem, 429: tooMany } as const;

export const studioContract = {
  "GET /api/studio": {
    summary: "The model's room, key, numbers of the current broadcast and chat",
    access: ["model"],
    responses: { 200: studio, ...modelOnly },
  },
  "GET /api/studio/fans": {
    summary:
      "The fans in the model's room now but for spies, who tipped most in this broadcast first; anonymous tips name nobody",
    access: ["model"],
    responses: { 200: z.object({ data: z.array(roomFan) }), ...modelOnly },
  },
  "GET /api/studio/bans": {
    summary: "Fans whom the model has banned from the room and chats, the latest first",
    access: ["model"],
    responses: { 200: bans, ...modelOnly },
  },
  "POST /api/studio/ban": {
    summary: "Ban a fan: out of the room and the chats at once, until it is lifted; idempotent",
    access: ["model"],
    body: oneFan,
    responses: { 200: bans, 404: problem, ...modelOnly },
  },
  "POST /api/studio/lift-ban": {
    summary: "Let a fan in again; harmless when there is no ban",
    access: ["model"],
    body: oneFan,
    responses: { 200: bans, ...modelOnly },
  },
  "POST /api/studio/room": {
    summary:
      "Change topic, goal and slow mode; a null goal removes it, a new title or target starts it at 0, and `slow_seconds` is 0, 5, 10, 30 or 60",
    access: ["model"],
    body: z.object({
      topic: bilingual.optional(),
      goal: z
        .object({ title: bilingual, target: z.int().min(1).max(1_000_000) })
        .nullable()
        .optional(),
      slow_seconds: slowSeconds.optional(),
    }),
    responses: { 200: studio, ...modelOnly },
  },
  "GET /api/studio/tip-menu": {
    summary: "What the model offers for a tip, in their order",
    access: ["model"],
    responses: { 200: tipMenu, ...modelOnly },
  },
  "POST /api/studio/tip-menu": {
    summary:
      "The whole tip menu, at most 20 items; one whose words and price stay keeps its id, the room sees it at once",
    access: ["model"],
    body: tipMenuChange,
    responses: { 200: tipMenu, ...modelOnly },
  },
  "POST /api/studio/stream-key": {
    summary: "A new stream key; the old one is dead at once and its stream ends",
    access: ["model"],
    responses: { 200: studio, ...modelOnly },
  },
  "POST /api/studio/stop": {
    summary: "End the stream now; harmless when nothing is live",
    access: ["model"],
    responses: { 200: studio, ...modelOnly },
  },
} as const satisfies Contract;
