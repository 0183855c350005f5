import { z } from "zod";
import { cardNumberInText, withoutCardNumber } from "./card-number.ts";
import { clientId, id, instant, problem, refusals } from "./common.ts";
import type { Contract } from "./endpoint.ts";
import { commentTextMax } from "./field-bounds.ts";
import { idInBody, text } from "./fields.ts";
import { position } from "./realtime.ts";

/** A comment on a post. `author.name` is null when the account is closed. */
export const comment = z.object({
  id: z.int(),
  author: z.object({
    id: z.int(),
    name: z.string().nullable(),
    avatar: z.string().nullable(),
    role: z.enum(["fan", "model"]),
  }),
  text: z.string(),
  at: instant,
  /** The caller wrote it. */
  own: z.boolean(),
  /** The caller may take it away: it is theirs, or stands under their post. */
  removable: z.boolean(),
});
export type Comment = z.output<typeof comment>;

/** The latest first. `objection`: why the caller may not add to it; null: they may. */
const comments = z.object({
  data: z.array(comment),
  links: z.object({ next: z.string().nullable() }),
  objection: z.enum(["customers_only", "muted", "withdrawn"]).nullable(),
  /** The position to resume the post's live events from, as of this answer. */
  live_from: z.object({ post: position }),
});
export type Comments = z.output<typeof comments>;

/** A comment under a post of the calling model. */
export const studioComment = comment.extend({
  post: z.object({ id: z.int(), title: z.string() }),
  /** A fan's that the model has not seen. */
  is_new: z.boolean(),
});
export type StudioComment = z.output<typeof studioComment>;

const studioComments = z.object({
  data: z.array(studioComment),
  links: z.object({ next: z.string().nullable() }),
  /** The position to resume the model's own live events from, as of this answer. */
  live_from: z.object({ person: position }),
});
export type StudioComments = z.output<typeof studioComments>;

/** Comments on posts. */
export const commentsContract = {
  "GET /api/posts/{id}/comments": {
    summary: "The comments on a post that is open to the caller, the latest first, 20 at a time",
    access: ["fan", "model"],
    params: z.object({ id }),
    query: z.object({ before: id.optional() }),
    responses: { 200: comments, 401: problem, 403: problem, 404: problem, 422: problem },
  },
  "POST /api/posts/{id}/comments": {
    summary:
      "Comment on a post: subscribers of its model and buyers, or the model. `client_id` is minted once per comment: the same one again is the same comment",
    access: ["fan", "model"],
    params: z.object({ id }),
    body: z.object({
      text: text({ min: 1, max: commentTextMax }).refine(withoutCardNumber, cardNumberInText),
      client_id: clientId,
    }),
    responses: { 201: comment, 409: problem, ...refusals },
  },
  "DELETE /api/comments/{id}": {
    summary: "Take away one's own comment, or one under one's own post",
    access: ["fan", "model"],
    params: z.object({ id }),
    responses: { 204: z.undefined(), 401: problem, 403: problem, 404: problem, 422: problem },
  },
  "GET /api/studio/comments": {
    summary: "The comments on all posts of the model, the latest first, 20 at a time",
    access: ["model"],
    query: z.object({ before: id.optional() }),
    responses: { 200: studioComments, 401: problem, 403: problem, 422: problem },
  },
  "POST /api/studio/comments-seen": {
    summary: "The model has seen the comments up to and including this one; answers how many are not seen",
    access: ["model"],
    body: z.object({ up_to: idInBody }),
    responses: {
      200: z.object({ not_seen_comments: z.int().min(0) }),
      401: problem,
      403: problem,
      422: problem,
    },
  },
  "POST /api/fan/like-post": {
    summary: "Like a post, or not any more: subscribers of its model and buyers",
    access: ["fan"],
    body: z.object({ post_id: idInBody, liked: z.boolean("invalid") }),
    responses: {
      200: z.object({ likes: z.int(), liked: z.boolean(), comments: z.int() }),
      401: problem,
      403: problem,
      404: problem,
      422: problem,
    },
  },
} as const satisfies Contract;
