import { z } from "zod";
import { id, instant, problem, success } from "./common.ts";
import type { Contract } from "./endpoint.ts";
import { idInBody } from "./fields.ts";

/** The unsubscribe code of an email: a fan, a model and a signature over both. */
export const unsubscribeCode = z.string().regex(/^[0-9a-z]{1,11}-[0-9a-z]{1,11}-[\w-]{22}$/);

/**
 * `renews_soon`: within three days · `price_question`: a model asks a higher price, and the fan has not agreed ·
 * `tokens_returned`: a purchase went back, and its tokens with it · `tokens_back`: a dispute was won, and they are back ·
 * `reward`: for a
 * friend's first purchase · `reward_cancelled`: that purchase went back.
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
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

const notification = z.object({
  id: z.int(),
  kind: z.enum(notificationKinds),
  at: instant,
  read: z.boolean(),
  model: z.object({ login: z.string(), name: z.string(), avatar: z.string() }).nullable(),
  /** Of a show that is over: the id of its receipt. */
  receipt_id: z.int().nullable(),
});
export type Notification = z.output<typeof notification>;

const notificationsPage = z.object({
  data: z.array(notification),
  unread: z.int(),
  /** There are older ones: ask with the last id as `before`. */
  more: z.boolean(),
});
export type NotificationsPage = z.output<typeof notificationsPage>;

export const notificationsContract = {
  "GET /api/fan/notifications": {
    summary: "What the fan was told, the newest first, 20 at a time; the newest 200 are kept",
    access: ["fan"],
    query: z.object({ before: id.optional() }),
    responses: { 200: notificationsPage, 401: problem, 403: problem, 422: problem },
  },
  "POST /api/fan/notifications/read": {
    summary: "Mark what the fan was told as read, up to and with this one",
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
    summary: "What an unsubscribe link is about: the model, and whether the fan is still notified",
    access: "public",
    params: z.object({ code: unsubscribeCode }),
    responses: {
      200: z.object({
        model: z.object({ login: z.string(), artisticName: z.string() }),
        notified: z.boolean(),
      }),
      404: problem,
      422: problem,
    },
  },
} as const satisfies Contract;
