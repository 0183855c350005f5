import { z } from "zod";
import { chatMedia } from "./chat-message.ts";
import { id, instant, page, problem, searchQuery, tooMany } from "./common.ts";
import type { Contract } from "./endpoint.ts";
import { chatFile, messageTextMax, priceMax } from "./field-bounds.ts";
import { idInBody, moment, text, uploadId } from "./fields.ts";

const refusals = { 401: problem, 403: problem, 404: problem, 422: problem, 429: tooMany } as const;

/**
 * A message to many, with what it has brought: how many fans it is for, who has it, who has read it, how many bought the
 * picture or video that is for sale in it, for how many tokens. `everybody` has written to the model or likes them. The
 * one to `new_subscribers` stands until it is ended and goes to each of them as they come.
 */
export const massMessage = z.object({
  id: z.int(),
  to: z.enum(["everybody", "favourites", "subscribers", "buyers", "new_subscribers"], "invalid"),
  /** The video or post whose buyers are meant; null for other audiences, and once it is deleted. */
  item: z.object({ id: z.int(), title: z.string() }).nullable(),
  body: z.string(),
  media: chatMedia.nullable(),
  price: z.int().nullable(),
  state: z.enum(["scheduled", "sending", "sent", "standing", "ended", "taken_back", "failed"]),
  failure: z.enum(["not_listed", "broken_file"]).nullable(),
  recipients: z.int(),
  sent: z.int(),
  read: z.int(),
  bought: z.int(),
  tokens: z.int(),
  due_at: instant,
  created_at: instant,
  taken_back_at: instant.nullable(),
});
export type MassMessage = z.output<typeof massMessage>;

/** Messages of a model to many fans. */
export const massMessagesContract = {
  "GET /api/studio/mass-messages": {
    summary: "What the model sent to many, newest first",
    access: ["model"],
    query: searchQuery.pick({ page: true }),
    responses: { 200: page(massMessage), ...refusals },
  },
  "POST /api/studio/mass-messages": {
    summary: "One message to many fans of the model, at once or at a time within 60 days; 5 a day",
    access: ["model"],
    body: z.object({
      to: massMessage.shape.to,
      /** The video or post whose buyers are meant; for `buyers` alone. */
      item_id: idInBody.nullable().optional(),
      /** May be empty beside a picture or video. */
      body: text({ max: messageTextMax }).default(""),
      /** From `POST /api/studio/mass-media`. */
      media_id: idInBody.nullable().optional(),
      /** Tokens that the picture or video costs; null where it is free. */
      price: z.int("whole_tokens").min(1, "whole_tokens").max(priceMax, "whole_tokens").nullable().optional(),
      send_at: moment.nullable().optional(),
      client_id: z.uuid("invalid"),
    }),
    responses: { 201: massMessage, 409: problem, ...refusals },
  },
  "POST /api/studio/mass-media": {
    summary:
      "Keep a picture or video for a message to many; one that no message names is deleted after a day",
    access: ["model"],
    body: z.object({ upload_id: uploadId.optional() }),
    files: {
      file: {
        accept: [...chatFile.picture.accept, ...chatFile.video.accept],
        bytesMax: chatFile.video.bytesMax,
        onDisk: true,
      },
      /** A picture of a video, drawn by the page that sends it. */
      poster: { ...chatFile.poster, optional: true },
    },
    responses: { 201: chatMedia, 409: problem, 413: problem, 415: problem, ...refusals },
  },
  "DELETE /api/studio/mass-messages/{id}": {
    summary: "Take a message to many back from every chat, before its time from nobody; a welcome ends",
    access: ["model"],
    params: z.object({ id }),
    responses: { 200: massMessage, ...refusals },
  },
} as const satisfies Contract;
