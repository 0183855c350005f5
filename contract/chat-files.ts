import { z } from "zod";
import { chatMessage, messageText, tempId } from "./chat-message.ts";
import { id, problem, tooMany } from "./common.ts";
import type { Contract } from "./endpoint.ts";
import { chatFile, priceMax } from "./field-bounds.ts";
import { text, uploadId, wholeNumber } from "./fields.ts";

const refusals = { 401: problem, 403: problem, 404: problem, 422: problem, 429: tooMany } as const;

/** The text fields of a file's form; they come before the file. `body` is a caption, which is read before a purchase too; price and description belong to paid_media alone. */
export const mediaForm = z.object({
  from: z.enum(["fan_chat", "model_chat"], "invalid"),
  type: z.enum(["media", "paid_media"], "invalid"),
  temp_id: tempId.optional(),
  body: messageText.optional(),
  price: wholeNumber(1, priceMax, "whole_tokens").optional(),
  description: text({ max: 500 }).optional(),
  upload_id: uploadId.optional(),
});

/**
 * The endpoints of the photos origin. They are separate from the contract of the application's origin: the token
 * comes in the header `access-token`, other origins of ours may call it, and files are taken as they come, however
 * long they are.
 */
export const photosContract = {
  "POST /chat/{chat_id}/message": {
    summary:
      "Send a picture (JPEG, PNG, WebP, at most 20 MB) or a video (MP4, WebM, MOV, at most 500 MB); paid_media is for models. On the photos origin, with the token in the header `access-token`",
    access: ["fan", "model"],
    photos: true,
    params: z.object({ chat_id: id }),
    body: mediaForm,
    files: {
      file: {
        accept: [...chatFile.picture.accept, ...chatFile.video.accept],
        bytesMax: chatFile.video.bytesMax,
        onDisk: true,
      },
      /** A picture of a video, drawn by the page that sends it. */
      poster: { ...chatFile.poster, optional: true },
    },
    responses: { 201: chatMessage, 409: problem, 413: problem, 415: problem, ...refusals, 503: tooMany },
  },
} as const satisfies Contract;
