import { z } from "zod";
import { modelProfile, rates, roomShape, streamState } from "./catalog.ts";
import {
  clientId,
  id,
  instant,
  language,
  page,
  problem,
  slug,
  spendRefused,
  tooFewTokens,
  tooMany,
} from "./common.ts";
import type { Contract } from "./endpoint.ts";
import { tipMenuBounds } from "./field-bounds.ts";
import { idMax, int4Max, text } from "./fields.ts";
import { position } from "./realtime.ts";
import { pauseReason, showState } from "./show-state.ts";

/**
 * One message of a room's chat, the same as the RoomMessage event. Tips and gifts say how many tokens; the author of an
 * anonymous tip has neither id nor name. `language`: of who typed it, by their account. `menu_item`: what of the model's
 * tip menu a tip asks for, in both languages.
 */
export const roomMessage = z.object({
  id: z.int(),
  client_message_id: z.string().nullable(),
  author: z.object({ id: z.int().nullable(), name: z.string(), role: z.enum(["fan", "model", "system"]) }),
  kind: z.enum(["text", "tip", "gift", "system"]),
  body: z.string(),
  language: language.optional(),
  tokens: z.int().optional(),
  gift_id: z.int().optional(),
  gift_image: z.string().optional(),
  menu_item: z.object({ en: z.string(), es: z.string() }).optional(),
  at: instant,
});
export type RoomMessage = z.output<typeof roomMessage>;

/**
 * A model's offer for a tip of its price. An item never changes: with other words or another price it has another id.
 */
export const menuItem = z.object({
  id: z.int(),
  title: z.object({ en: z.string(), es: z.string() }),
  price: z.int(),
});
export type MenuItem = z.output<typeof menuItem>;

/** A fan, and the tokens that they tipped in public and by name since the broadcast began. */
export const topTipper = z.object({ id: z.int(), name: z.string(), tokens: z.int() });
export type TopTipper = z.output<typeof topTipper>;

export const goal = z.object({
  title: z.object({ en: z.string(), es: z.string() }),
  reached: z.int(),
  target: z.int(),
});

/** How many seconds a fan may have to wait between two messages of their own; 0: as often as anywhere. */
export const slowSteps = [0, 5, 10, 30, 60] as const;
export const slowSeconds = z.literal(slowSteps);

/**
 * TURN servers that carry the media where a network lets nothing else through, as the members of an `RTCConfiguration`'s
 * `iceServers`; none where the operator has named none. Made for the caller, for a day at most.
 */
export const iceServers = z.array(
  z.object({ urls: z.array(z.string()), username: z.string(), credential: z.string() }),
);

/**
 * Where and with what to play: WHEP address and a short-lived token for one fan, one room, one mode. The picture may come in
 * several sizes (simulcast): `?layer=low`, `high` or `auto` behind the address chooses one at the start, a `POST` of
 * `{"layer": "low"}` with the same token to the session's own address with `/layer` later; 204. Previews get the lowest, unless
 * they were asked for as large.
 * `fallback`: the same over HTTPS, by a WebSocket (`contract/media-frames.ts`); absent where LiveKit carries the media.
 */
export const playback = z.object({
  protocol: z.enum(["whep", "livekit"]),
  url: z.string(),
  token: z.string(),
  ice_servers: iceServers.optional(),
  fallback: z.object({ url: z.string() }).optional(),
});

/** The positions to resume live events from, as of this answer. */
const liveFrom = z.object({ public: position });
/**
 * The show of others that the room is in, and what spying on it costs a minute after the seconds that are free today;
 * null if it cannot be spied on.
 */
const inShow = {
  mode: z.enum(["public", "private", "vip", "promo"]).optional(),
  spy: z.object({ rate: z.int(), free_seconds: z.int() }).nullable().optional(),
};
const roomFrom = liveFrom.extend({ room: position });

export const room = z.object({
  id: z.int(),
  model: modelProfile,
  stream: streamState,
  /** Why nothing plays, while `stream` is paused. */
  pause: pauseReason.exclude(["fan_media_lost"]).nullable(),
  /** The model's note to the room in their break; null: no note, or no break. */
  pause_note: z.string().nullable(),
  shape: roomShape,
  watchers: z.int(),
  rates,
  /** The model's permissions in private shows. */
  terms: z.object({ spies_allowed: z.boolean(), two_way_allowed: z.boolean() }),
  balance: z.int(),
  goal: goal.nullable(),
  /** The model's tip menu in their order; empty when they have none. */
  tip_menu: z.array(menuItem),
  /**
   * The fans who tipped most in this broadcast, most first; anonymous tips and those in shows and chats count for
   * nobody.
   */
  top_tippers: z.array(topTipper),
  playback,
  /** `moderators`: the ids of the fans who keep order here. */
  chat: z.object({
    history: z.array(roomMessage),
    slow_seconds: z.int(),
    moderators: z.array(z.int()),
  }),
  /** The one-to-one show that the caller is in; for a model, with the fan it is with. */
  show: showState.nullable(),
  live_from: roomFrom,
});
export type Room = z.output<typeof room>;

export const gift = z.object({
  id: z.int(),
  name_en: z.string(),
  name_es: z.string(),
  image: z.string(),
  price: z.int(),
});
export type Gift = z.output<typeof gift>;

const note = text({ max: 200 }).optional();
const numberedId = z.int("invalid").min(1, "invalid").max(idMax, "invalid");
const tippedAmount = z.strictObject({
  amount: z
    .int("whole_tokens")
    .min(1, "whole_tokens")
    .max(tipMenuBounds.priceMax, `tokens_max_${tipMenuBounds.priceMax}`),
  message: note,
});
const tippedGift = z.strictObject({
  gift_id: z.int("invalid").min(1, "invalid").max(int4Max, "invalid"),
  quantity: z.int().min(1).max(10).optional(),
  message: note,
});
/**
 * Exactly one of `amount` (whole tokens) and `gift_id`; `quantity` multiplies a gift. With `menu_item_id` the amount is
 * the price of that item as the fan has read it. With `chat_id` it is given in the chat of the two: it stands there as a
 * message and not in the room, and is not anonymous.
 */
export const tipRequest = z.union([
  tippedAmount.extend({ menu_item_id: numberedId.optional(), anonymous: z.boolean().optional() }),
  tippedGift.extend({ anonymous: z.boolean().optional() }),
  tippedAmount.extend({ chat_id: numberedId }),
  tippedGift.extend({ chat_id: numberedId }),
]);

export const tip = z.object({
  id: z.string(),
  model_id: z.int(),
  tokens: z.int(),
  gift_id: z.int().nullable(),
  menu_item_id: z.int().nullable(),
  transfer_id: z.int(),
  at: instant,
});

const roomParams = z.object({ slug });
const inRoom = {
  401: problem,
  403: problem,
  404: problem,
  409: problem,
  422: problem,
  429: tooMany,
} as const;

export const liveContract = {
  "GET /api/stream/{slug}": {
    summary:
      "Enter a live room: state, rates, playback token, the last 50 chat messages. A model enters only their own, and sees the show that they are in",
    access: ["fan", "model"],
    params: roomParams,
    responses: { 200: room, ...inRoom, 409: problem.extend({ live_from: liveFrom, ...inShow }) },
  },
  "POST /api/stream/{slug}/playback": {
    summary: "A fresh playback token for a room one is in",
    access: ["fan", "model"],
    params: roomParams,
    responses: { 200: playback, ...inRoom },
  },
  "POST /api/stream/{slug}/preview": {
    summary: "A playback token for the picture of a public room outside it, for guests too",
    access: "public",
    params: roomParams,
    query: z.object({ size: z.enum(["small", "large"], "invalid").default("small") }),
    responses: { 200: playback, ...inRoom },
  },
  "POST /api/stream/{slug}/message": {
    summary: "Say something in a room, at most 300 characters; the client's id makes a retry harmless",
    access: ["fan", "model"],
    params: roomParams,
    body: z.object({
      body: text({ min: 1, max: 300 }),
      client_message_id: clientId,
    }),
    responses: { 201: roomMessage, ...inRoom, 503: tooMany },
  },
  "GET /api/fan/gifts": {
    summary: "The gifts, cheapest first",
    access: ["fan", "model"],
    responses: { 200: page(gift), 401: problem },
  },
  "POST /api/fan/pay-tips-to-model/{id}": {
    summary: "Tip a model, for an item of their menu or not, or send them a gift; in the room or in a chat",
    access: ["fan"],
    idempotent: true,
    params: z.object({ id }),
    body: tipRequest,
    responses: {
      200: z.object({ success: z.literal(true), balance: z.int(), tip }),
      ...inRoom,
      402: tooFewTokens,
      403: spendRefused,
    },
  },
  "POST /api/realtime/ticket": {
    summary: "A ticket for the event socket: single use, 30 s; guests get one for public events",
    access: "public",
    responses: { 200: z.object({ ticket: z.string() }), 401: problem, 429: tooMany },
  },
} as const satisfies Contract;
