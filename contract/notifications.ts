import { z } from "zod";
import { id, instant, problem, success } from "./common.ts";
import type { Contract } from "./endpoint.ts";
import { idInBody, text, timeOfDay } from "./fields.ts";

/** The subjects that fans can switch off, each separately: neither pushes nor mails are sent about them. */
export const notificationSubjects = [
  "live",
  "schedule",
  "public_again",
  "searches",
  "messages",
  "shows",
  "subscriptions",
  "tokens",
] as const;
export type NotificationSubject = (typeof notificationSubjects)[number];

/**
 * The unsubscribe code of an email: a fan, what the mail is about (a model in letters and digits; `_public`, `_digest`)
 * and a signature over both.
 */
export const unsubscribeCode = z
  .string()
  .regex(/^[0-9a-z]{1,11}-(?:[0-9a-z]{1,11}|_public|_digest)-[\w-]{22}$/);

/**
 * `renews_soon`: within three days, or eight where a payment lasts half a year or more · `price_question`: a model asks a higher price, and the fan has not agreed ·
 * `tokens_returned`: a purchase went back, and its tokens with it · `tokens_back`: a dispute was won, and they are back ·
 * `reward`: for a
 * friend's first purchase · `reward_cancelled`: that purchase went back · `search_live`, `search_new`: a saved search finds
 * a model who is on air, or new · `content_refunded`: something that was bought was removed, and its tokens are back ·
 * `staff_decision`: staff removed something of the fan's, or decided about them; nobody switches that off · `message`: a
 * model wrote in a chat, and the fan has not read it · `schedule`: a model plans to be live within half an hour.
 */
export const notificationKinds = [
  "live",
  "public_again",
  "show_ended",
  "subscribed",
  "renews_soon",
  "price_question",
  "tokens_returned",
  "tokens_back",
  "reward",
  "reward_cancelled",
  "search_live",
  "search_new",
  "content_refunded",
  "staff_decision",
  "message",
  "schedule",
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

const notification = z.object({
  id: z.int(),
  kind: z.enum(notificationKinds),
  at: instant,
  read: z.boolean(),
  /** Null where it is about no model, or about one who has left. */
  model: z.object({ login: z.string(), name: z.string(), avatar: z.string() }).nullable(),
  /** The id of the receipt of a show that is over. */
  receipt_id: z.int().nullable(),
  /** Of a message: the id of its chat. */
  chat_id: z.int().nullable(),
});
export type Notification = z.output<typeof notification>;

const notificationsPage = z.object({
  data: z.array(notification),
  unread: z.int(),
  /** There are older ones: ask with the last id as `before`. */
  more: z.boolean(),
});
export type NotificationsPage = z.output<typeof notificationsPage>;

const subject = z.enum(notificationSubjects, "invalid");

/**
 * The settings of a fan's notifications. Subjects that are `off` or muted appear in the list alone, already read. In
 * the quiet hours pushes are held back and come after them as one; `to` may be before `from`. `digest`: one mail a
 * day with the unread ones. `discreet`: pushes and the subjects of mails name nobody.
 */
const notificationSettings = z.object({
  off: z.array(subject),
  quiet: z.object({ from: timeOfDay, to: timeOfDay }).nullable(),
  /** IANA name. */
  time_zone: z.string(),
  digest: z.boolean(),
  discreet: z.boolean(),
  muted_models: z.array(z.object({ id: z.int(), login: z.string(), name: z.string() })),
});
export type NotificationSettings = z.output<typeof notificationSettings>;

const ofFan = { 401: problem, 403: problem, 422: problem } as const;

export const notificationsContract = {
  "GET /api/fan/notification-settings": {
    summary: "How the fan is notified",
    access: ["fan"],
    responses: { 200: notificationSettings, ...ofFan },
  },
  "POST /api/fan/notification-settings": {
    summary: "Change how the fan is notified; what is left out stays",
    access: ["fan"],
    body: z.object({
      off: z.array(subject).max(notificationSubjects.length).optional(),
      quiet: notificationSettings.shape.quiet.optional(),
      time_zone: text({ min: 1, max: 64, shape: "[A-Za-z0-9_+/-]+" }).optional(),
      digest: z.boolean("invalid").optional(),
      discreet: z.boolean("invalid").optional(),
    }),
    responses: { 200: notificationSettings, ...ofFan },
  },
  "POST /api/fan/mute-model": {
    summary: "Send the fan no pushes and mails about a model any more, or send them again",
    access: ["fan"],
    body: z.object({ model_id: idInBody, muted: z.boolean("invalid") }),
    responses: { 200: notificationSettings, ...ofFan, 404: problem },
  },
  "GET /api/fan/notifications": {
    summary: "The fan's notifications, the newest first, 20 at a time; the newest 200 are kept",
    access: ["fan"],
    query: z.object({ before: id.optional() }),
    responses: { 200: notificationsPage, 401: problem, 403: problem, 422: problem },
  },
  "POST /api/fan/notifications/read": {
    summary: "Mark the fan's notifications as read, up to and with this one",
    access: ["fan"],
    body: z.object({ up_to: idInBody }),
    responses: {
      200: success.extend({ unread: z.int() }),
      401: problem,
      403: problem,
      422: problem,
    },
  },
  "POST /api/fan/notify-model": {
    summary: "Toggle notifications for when a model goes live; `notify` sets the state explicitly",
    access: ["fan"],
    body: z.object({ model_id: idInBody, notify: z.boolean().optional() }),
    responses: {
      200: success.extend({ notified: z.boolean() }),
      401: problem,
      403: problem,
      404: problem,
      422: problem,
    },
  },
  "POST /api/fan/await-public": {
    summary: "Ask for one mail when a model who is in a show is public again within a day, or take that back",
    access: ["fan"],
    body: z.object({ model_id: idInBody, tell: z.boolean() }),
    responses: { 200: success, 401: problem, 403: problem, 404: problem, 422: problem },
  },
  "GET /api/notices/{code}": {
    summary:
      "What an unsubscribe link is about, a model for alerts of going live, and whether the fan is still mailed",
    access: "public",
    params: z.object({ code: unsubscribeCode }),
    responses: {
      200: z.object({
        about: z.enum(["live", "public_again", "digest"]),
        model: z.object({ login: z.string(), artisticName: z.string() }).nullable(),
        notified: z.boolean(),
      }),
      404: problem,
      422: problem,
    },
  },
} as const satisfies Contract;
