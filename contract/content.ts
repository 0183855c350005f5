import { z } from "zod";
import {
  id,
  instant,
  listQuery,
  page,
  pageQuery,
  problem,
  searchQuery,
  slug,
  spendRefused,
  tooFewTokens,
} from "./common.ts";
import type { Contract } from "./endpoint.ts";
import { idInBody, int4Max, moment } from "./fields.ts";

/** The model of an item. When `listed` is false they are hidden or gone (then without a name): do not link. */
export const contentModel = z.object({
  id: z.int(),
  login: z.string(),
  name: z.string(),
  artisticName: z.string(),
  avatar: z.string(),
  listed: z.boolean(),
});

/** Why the caller may open an item (bought, free, by subscription, their own), or `locked`. */
export const contentAccess = z.enum(["locked", "bought", "free", "subscription", "own"]);

/** Ratings are shown from so many on: fewer would tell what one buyer thinks. */
const rating = z.object({ stars: z.number(), count: z.int() });

const item = z.object({
  id: z.int(),
  title: z.string(),
  /** The picture to show now: the clear one when `payed`, else the blurred one. */
  thumb: z.string(),
  /** A small picture of its own, blurred on the server; everybody may see it. */
  thumb_blurred: z.string(),
  /** Null unless `payed`. The addresses of clear files are bound to one user and expire. */
  thumb_clear: z.string().nullable(),
  /** A picture that the model chose for everybody; null without one. Never one of the paid files. */
  cover: z.string().nullable(),
  /** A silent film of 3 to 6 seconds that the model made for everybody; null without one. Never one of the paid files. */
  teaser: z.string().nullable(),
  /** The mean of its buyers' 1 to 5 stars, to a tenth, and how many gave them; null until three have. */
  rating: rating.nullable(),
  /** The stars that the fan gave; null without any. */
  my_rating: z.int().nullable(),
  payed: z.boolean(),
  access: contentAccess,
  /** Whole tokens. Nothing to pay for anybody signed in when 0. */
  price: z.int(),
  type: z.enum(["picture", "video"]),
  /** Seconds; null for a picture. */
  duration: z.int().nullable(),
  /** The clear file: a video with byte ranges, or a picture. Null unless `payed`. */
  watchUrl: z.string().nullable(),
  /** Size of the clear file in pixels, so that a page may leave room for it. */
  width: z.int(),
  height: z.int(),
  /** The model's subscribers see it without buying. */
  for_subscribers: z.boolean(),
  published_at: instant,
  model: contentModel,
});

export const video = item.extend({ visibleForFans: z.boolean() });
export type Video = z.output<typeof video>;

export const post = item.extend({
  /** Null unless `payed`. */
  body: z.string().nullable(),
  start: instant.nullable(),
  end: instant.nullable(),
  /** Seconds, the same as `duration`. */
  videoDuration: z.int().nullable(),
  visible_for_fans: z.boolean(),
  /** How many like it and have commented on it; counted to 1,000. */
  likes: z.int(),
  comments: z.int(),
  /** The fan likes it. */
  liked: z.boolean(),
  /** The model has taken it back: those who bought it keep it, and nobody comments on it any more. */
  withdrawn: z.boolean().optional(),
});
export type Post = z.output<typeof post>;

const bought = { added_at: instant };
export const purchasedVideo = video.extend(bought);
export type PurchasedVideo = z.output<typeof purchasedVideo>;
export const purchasedPost = post.extend(bought);
export type PurchasedPost = z.output<typeof purchasedPost>;

/**
 * Follow `links.next`: it carries `until`, which keeps what is published meanwhile from moving the pages, and `after`, the
 * last item of the page.
 */
const until = { until: moment.optional(), after: id.optional() };
const listed = listQuery.extend(until);
const ofModel = { params: z.object({ slug }), query: pageQuery.extend(until) };

const itemPath = z.object({ id });
/** The price that the page showed: when it is another one by now, nothing is charged (409 `price_changed`). */
const shownPrice = { price: z.int().min(0).max(int4Max).optional() };
const priceChanged = problem.extend({ price: z.int().optional() });
const buying = {
  401: problem,
  402: tooFewTokens,
  403: spendRefused,
  404: problem,
  409: priceChanged,
  422: problem,
} as const;
/** `balance` is what the purchase left, after the transfer `transfer_id`; without one nothing was charged. */
const boughtItem = <Item extends z.ZodType>(shape: Item) =>
  z.object({
    success: z.literal(true),
    balance: z.int(),
    transfer_id: z.int().optional(),
    item: shape,
  });

const fanList = { 401: problem, 403: problem, 422: problem } as const;
const seen = {
  access: ["fan"],
  responses: { 204: z.undefined(), 401: problem, 403: problem },
} as const;

const stars = z.int("invalid").min(1, "invalid").max(5, "invalid");
const rateOne = {
  access: ["fan"],
  responses: {
    200: z.object({ rating: rating.nullable(), my_rating: z.int().nullable() }),
    401: problem,
    403: problem,
    404: problem,
    422: problem,
  },
} as const;

/** Suggestions for going on with a search; a few of each, the likeliest first. */
export const searchSuggestions = z.object({
  names: z.array(
    z.object({ id: z.int(), login: z.string(), name: z.string(), avatar: z.string(), isStream: z.boolean() }),
  ),
  /** The topics of rooms on air, in the caller's language. */
  topics: z.array(z.string()),
  videos: z.array(z.object({ id: z.int(), title: z.string() })),
});
export type SearchSuggestions = z.output<typeof searchSuggestions>;

/** Videos ("attachments" in some names) and posts, as everybody and as fans see them. */
export const contentContract = {
  "GET /api/videos-all": {
    summary: "Videos of one gender's models, newest first; `search` matches titles and names",
    access: "public",
    guestsShare: true,
    query: listed,
    responses: { 200: page(video), 422: problem },
  },
  "GET /api/posts-all": {
    summary: "Posts of one gender's models, newest first; `search` matches titles and names",
    access: "public",
    guestsShare: true,
    query: listed,
    responses: { 200: page(post), 422: problem },
  },
  "GET /api/search-suggestions": {
    summary:
      "Names, topics and titles of videos of one gender's models in which a word begins with `search`; nothing for fewer than 2 characters",
    access: "public",
    query: listQuery.pick({ gender: true, search: true }),
    responses: { 200: searchSuggestions, 422: problem },
  },
  "GET /api/videos/{id}": {
    summary: "One video; a hidden one only for those who bought it",
    access: "public",
    params: itemPath,
    responses: { 200: video, 404: problem },
  },
  "GET /api/posts/{id}": {
    summary: "One post; a hidden one only for those who bought it",
    access: "public",
    params: itemPath,
    responses: { 200: post, 404: problem },
  },
  "GET /api/model-profile-attachments/{slug}": {
    summary: "A model's videos, newest first",
    access: "public",
    guestsShare: true,
    ...ofModel,
    responses: { 200: page(video), 404: problem, 422: problem },
  },
  "GET /api/model-profile-posts/{slug}": {
    summary: "A model's posts, newest first",
    access: "public",
    guestsShare: true,
    ...ofModel,
    responses: { 200: page(post), 404: problem, 422: problem },
  },
  "GET /api/videos-purchased": {
    summary: "The videos the fan bought, latest purchase first, whatever became of them since",
    access: ["fan"],
    query: searchQuery,
    responses: { 200: page(purchasedVideo), ...fanList },
  },
  "GET /api/fan/purchased-posts": {
    summary: "The posts the fan bought, latest purchase first, whatever became of them since",
    access: ["fan"],
    query: searchQuery,
    responses: { 200: page(purchasedPost), ...fanList },
  },
  "POST /api/fan/buy-attachment": {
    summary: "Buy a video; one that the fan already has is returned without a charge",
    access: ["fan"],
    idempotent: true,
    body: z.object({ attachment_id: idInBody, ...shownPrice }),
    responses: { 200: boughtItem(video), ...buying },
  },
  "POST /api/fan/buy-post/{postId}": {
    summary: "Buy a post; one that the fan already has is returned without a charge",
    access: ["fan"],
    idempotent: true,
    params: z.object({ postId: id }),
    body: z.object(shownPrice),
    responses: { 200: boughtItem(post), ...buying },
  },
  "POST /api/fan/rate-attachment": {
    summary: "Rate a video that the fan bought, in 1 to 5 stars; the last rating of a fan is theirs",
    ...rateOne,
    body: z.object({ attachment_id: idInBody, stars }),
  },
  "POST /api/fan/rate-post": {
    summary: "Rate a post that the fan bought, in 1 to 5 stars; the last rating of a fan is theirs",
    ...rateOne,
    body: z.object({ post_id: idInBody, stars }),
  },
  "POST /api/fan/seen-videos": { summary: "Mark every video as seen", ...seen },
  "POST /api/fan/seen-posts": { summary: "Mark every post as seen", ...seen },
} as const satisfies Contract;
