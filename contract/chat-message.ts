import { z } from "zod";
import { instant } from "./common.ts";
import { messageTextMax } from "./field-bounds.ts";
import { text } from "./fields.ts";

const address = z.string();

/** Why a video that was sent cannot be shown. */
const brokenReason = z.enum(["not_a_video", "video_broken", "no_video_track", "codec", "too_long"]);
export type BrokenReason = z.output<typeof brokenReason>;

/**
 * A picture or video of a message. Until it is checked `is_processing` holds and there is nothing to show;
 * `is_broken` means that the check found none in it that can be shown, with the `broken_reason` where it is known.
 * Media for sale that is not bought has no `url`, and its `thumb` is a picture of its own in which nothing can be
 * made out.
 */
export const chatMedia = z.object({
  id: z.int(),
  type: z.enum(["picture", "video"]),
  thumb: address.nullable(),
  is_processing: z.boolean(),
  is_broken: z.boolean(),
  broken_reason: brokenReason.nullable(),
  /** Where the caller can see it, for some hours. */
  url: address.nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  /** Seconds of a video, when its file states it. */
  duration: z.number().nullable(),
});
export type ChatMedia = z.output<typeof chatMedia>;

/** Made by the author's page for each message: the same id in the same chat is the same message. */
export const tempId = text({ min: 1, max: 64, verbatim: true });

/**
 * A fan's gift to the model in the chat: a tip, or a gift as it was then, `quantity` times. `tokens`: of all of it.
 */
export const chatTip = z.object({
  tokens: z.int(),
  gift: z
    .object({
      id: z.int(),
      name_en: z.string(),
      name_es: z.string(),
      image: address,
      quantity: z.int(),
    })
    .nullable(),
  /** As the fan's statement names it; null for the model. */
  transfer_id: z.int().nullable(),
});
export type ChatTip = z.output<typeof chatTip>;

/**
 * An earlier message of the chat that a message answers, shortened; `media`: it is or has a picture or video; `tip`: its
 * tokens.
 */
const quotedMessage = z.object({
  id: z.int(),
  author_id: z.int(),
  body: z.string(),
  media: z.enum(["picture", "video"]).nullable(),
  tip: z.int().nullable(),
});
export type QuotedMessage = z.output<typeof quotedMessage>;

/** A message as one of the two sees it. */
export const chatMessage = z.object({
  id: z.int(),
  chat_id: z.int(),
  author_id: z.int(),
  body: z.string(),
  /** The language of the text, by a rule of common words; null where that does not decide it. */
  language: z.enum(["en", "es"]).nullable(),
  type: z.enum(["text", "media", "paid_media"]),
  media: chatMedia.nullable(),
  /** Whether the other participant has seen it. */
  was_read: z.boolean(),
  /** Null for what is not for sale. */
  purchase_status: z.enum(["unpaid", "paid"]).nullable(),
  /** Tokens; null for what is not for sale. */
  price: z.int().nullable(),
  description: z.string().nullable(),
  /** Set when the message went to many at once. */
  mass_message_id: z.int().nullable(),
  /** The message was sent automatically, as a welcome is. */
  automatic: z.boolean(),
  /** Set in the message that a tip or a gift is; `body` is then the note beside it, which may be empty. */
  tip: chatTip.nullable(),
  reply_to: quotedMessage.nullable(),
  /** The author's own id of it; null for the other participant. */
  temp_id: z.string().nullable(),
  created_at: instant,
  updated_at: instant,
});
export type ChatMessage = z.output<typeof chatMessage>;

/** A typed message: plain text, at most 2,000 characters after trimming. */
export const messageText = text({ min: 1, max: messageTextMax });
