import { z } from "zod";
import { role } from "./accounts.ts";
import { id, language, problem, refusals, zipFile } from "./common.ts";
import { type Contract, roles } from "./endpoint.ts";
import { countryCode, reauthFields } from "./fields.ts";
import { position } from "./realtime.ts";

export const fanProfile = z.object({
  id: z.int(),
  login: z.string(),
  email: z.string(),
  avatar: z.string().nullable(),
  balance: z.int(),
  /** Tokens set aside for a show that runs; they are no part of the balance. */
  held: z.int().min(0),
  role,
  twitter: z.string().nullable(),
  /** False for who signs in by X only: nothing to ask for before a change. */
  has_password: z.boolean(),
  /** True: a code is asked for at signing in, and beside the password before a change. */
  has_second_factor: z.boolean(),
  /** True: staff who have to turn a second factor on before the admin area opens to them. */
  second_factor_needed: z.boolean(),
  language,
  validation: z.enum(["waiting", "confirmed"]),
  status: z.enum(["active", "pended", "blocked"]),
  is_block_notification: z.boolean(),
  /** New prices of running subscriptions, US dollars a month, from `from` on; who agrees to none is not renewed. */
  priceChanges: z.array(
    z.object({
      id: z.int(),
      modelName: z.string(),
      price: z.number(),
      newPrice: z.number(),
      from: z.string(),
    }),
  ),
  endingSubscriptions: z.array(z.object({ id: z.int(), modelName: z.string(), expireAt: z.string() })),
  /** Ids of the models whom the fan has blocked: nothing of theirs is shown, whatever an event brings. */
  blocked_models: z.array(z.int()),
  /** Ids of the models who have banned the fan, of whose rooms nothing is shown either; videos and posts stay. */
  banned_by: z.array(z.int()),
  /** Where the fan lives, as ISO 3166-1 alpha-2; empty while unknown. It decides which ways to pay there are. */
  country: z.string(),
  isColombian: z.boolean(),
  unread_messages: z.int(),
  not_seen_attachments: z.int(),
  not_seen_posts: z.int(),
  /** Comments of fans on the model's posts that the model has not seen, counted to 100; 0 for everybody else. */
  not_seen_comments: z.int(),
  /** The position to resume the user's own live events from, as of this answer. */
  live_from: z.object({ person: position }),
});
export type FanProfile = z.output<typeof fanProfile>;

/** Allowed types of an avatar; the server checks the content, not the name. */
export const avatarPart = {
  accept: ["image/jpeg", "image/png", "image/webp"],
  bytesMax: 5 * 1024 * 1024,
} as const;

/** Numbers that the main menu shows as badges. */
export const menuCounters = z.object({
  unread_messages: z.int().min(0),
  not_seen_attachments: z.int().min(0),
  not_seen_posts: z.int().min(0),
  /** Models only. */
  not_seen_comments: z.int().min(0).optional(),
});
export type MenuCounters = z.output<typeof menuCounters>;

export const profileContract = {
  "GET /api/fan/profile": {
    summary: "The caller's own account",
    access: roles,
    responses: { 200: fanProfile, 401: problem },
  },
  "POST /api/fan/set-language": {
    summary: "Store the language of the account",
    access: roles,
    body: z.object({ language }),
    responses: { 200: fanProfile, 401: problem, 422: problem },
  },
  "POST /api/fan/set-country": {
    summary: "Store where the fan lives, which decides what regional ways to pay there are",
    access: ["fan"],
    body: z.object({ country: countryCode("country_required") }),
    responses: { 200: fanProfile, 401: problem, 403: problem, 422: problem },
  },
  "POST /api/fan/store-avatar/{fanId}": {
    summary: "Store the caller's avatar: re-encoded as 512 × 512 WebP, without metadata",
    access: roles,
    params: z.object({ fanId: id }),
    files: { avatar: avatarPart },
    responses: { 200: fanProfile, ...refusals },
  },
  "POST /api/fan/remove-avatar": {
    summary: "Delete the caller's avatar and its file; a drawn initial replaces it. Idempotent",
    access: roles,
    responses: { 200: fanProfile, 401: problem },
  },
  "POST /api/fan/turn-notification": {
    summary: "Silence notices of new messages and notification mails, or let them through",
    access: roles,
    body: z.object({ is_block_notification: z.boolean("invalid") }),
    responses: { 200: fanProfile, 401: problem, 422: problem },
  },
  "POST /api/fan/block-user": {
    summary: "Close the caller's account: blocked at once, personal data erased after 30 days",
    access: roles,
    body: z.object(reauthFields),
    responses: { 204: z.undefined(), 409: problem, ...refusals },
  },
  "GET /api/fan/export": {
    summary: "Everything that is stored about the account, as a ZIP of JSON and CSV files; 5 an hour",
    access: roles,
    responses: { 200: zipFile, 401: problem, 429: refusals[429] },
  },
  "GET /api/get-main-page-counters": {
    summary: "The counters of the main menu",
    access: roles,
    responses: { 200: menuCounters, 401: problem },
  },
} as const satisfies Contract;
