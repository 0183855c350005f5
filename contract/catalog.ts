import { z } from "zod";
import { id, instant, listQuery, page, problem, searchQuery, success } from "./common.ts";
import { type Contract, roles } from "./endpoint.ts";
import { personFactsSent } from "./facts.ts";
import { idInBody, shaped } from "./fields.ts";
import { galleryPicture } from "./gallery.ts";
import { position } from "./realtime.ts";
import { roomFiltersQuery } from "./room-filters.ts";
import { plannedBroadcast } from "./schedule.ts";
import { subscribedState } from "./subscriptions.ts";

export const gender = z.object({ id: z.int(), name_en: z.string(), name_es: z.string() });

export const promoStreamData = z.object({
  id: z.int(),
  duration: z.int(),
  email: z.string(),
  fan_id: z.int().nullable(),
  time_used: z.int(),
  token: z.string(),
});

export type PromoStreamData = z.output<typeof promoStreamData>;

/** A room's stream in the terms of the wire; `type` is what a fan sees as the mode. */
export const streamState = z.object({
  mode: z.enum(["one_to_many", "one_to_one"]),
  promo: z.string(),
  status: z.enum(["began", "paused", "stopped"]),
  type: z.enum(["public", "private", "vip", "promo"]),
  promoId: z.int().nullable(),
});
export type StreamState = z.output<typeof streamState>;

/**
 * Pictures of a model: addresses, and the ThumbHash (base64) that stands in while they load. `live`: what their public room
 * shows now, empty without one.
 */
export const pictures = z.object({
  portrait: z.string(),
  portrait_small: z.string(),
  tall: z.string(),
  thumbhash: z.string(),
  live: z.string(),
});

export const rates = z.object({
  /** Tokens per minute. */
  private: z.int(),
  vip: z.int(),
  spy: z.int(),
  /** Least charge of a private show, in tokens; 0 = none. */
  minimum: z.int(),
});

/** A room's goal as of an answer; both in tokens. */
const cardGoal = z.object({
  title: z.object({ en: z.string(), es: z.string() }),
  reached: z.int(),
  target: z.int(),
});

export const modelCard = z.object({
  id: z.int(),
  name: z.string(),
  avatar: z.string(),
  earningRank: z.int(),
  age: z.int(),
  country: z.string(),
  login: z.string(),
  artisticName: z.string(),
  lastConnection: z.string().nullable(),
  isOnline: z.boolean(),
  isStream: z.boolean(),
  stream: streamState,
  watchers: z.int(),
  promoEnabled: z.boolean(),
  promoStreamData: promoStreamData.nullable(),
  gender_id: z.int(),
  pictures,
  topic: z.object({ en: z.string(), es: z.string() }),
  tags: z.array(z.string()),
  languages: z.array(z.string()),
  /** Listed in the last 30 days. */
  isNew: z.boolean(),
  /** The goal of a room that is open to everybody now; null without one, and in events. */
  goal: cardGoal.nullable(),
  rates,
  liked: z.boolean(),
  /** The fan is notified when they go live. */
  notified: z.boolean(),
});
export type ModelCard = z.output<typeof modelCard>;

export const modelProfile = modelCard.omit({ stream: true, goal: true, tags: true, isNew: true }).extend({
  bio: z.object({ en: z.string(), es: z.string() }),
  ...personFactsSent,
  stream: z.object({
    stream_mode: streamState.shape.mode,
    promo: z.string(),
    stream_status: streamState.shape.status,
    stream_type: streamState.shape.type,
    promo_data: promoStreamData.nullable(),
  }),
  fanFreeSubscribed: z.boolean(),
  ...subscribedState.shape,
});
export type ModelProfile = z.output<typeof modelProfile>;

/** The position to resume live events of models from, as of this answer. */
const liveFrom = z.object({ public: position, presence: position });
/** From where live events change what was read. */
export type LiveFrom = z.output<typeof liveFrom>;

/** Models as a list. */
const modelList = page(modelCard).extend({ live_count: z.int(), live_from: liveFrom });

/** The rooms that the fan has watched in the last 30 days, 20 at most; `kept`: the fan has not switched that list off. */
const watchedModels = modelList.extend({ kept: z.boolean() });
const keepWatched = z.object({ kept: z.boolean("invalid") });

/** `neighbours`: whom to offer where a search has found nobody, by closest name or else on air; empty otherwise. */
const foundModels = modelList.extend({ neighbours: z.array(modelCard) });

/** The shape of a room's picture when it was last received; null before the first, or where nobody can tell. */
export const roomShape = z.enum(["tall", "wide"]).nullable();

/**
 * A model's profile as their page shows it. `notified`: the fan has an alert for when they go live; `blocked`: the fan has
 * blocked them; `banned`: they have banned the fan, shown to that fan alone; `counts`: what they offer now, counted to 1,000.
 */
export const modelPage = modelProfile.extend({
  notified: z.boolean(),
  blocked: z.boolean(),
  banned: z.boolean(),
  counts: z.object({ videos: z.int(), posts: z.int() }),
  /** When they mean to be on air in the next seven days, the next first. */
  planned: z.array(plannedBroadcast),
  /** The pictures that they show, in their order. */
  gallery: z.array(galleryPicture),
  /** Of their room, for who watches it beside others. */
  shape: roomShape,
  live_from: liveFrom,
});
export type ModelPage = z.output<typeof modelPage>;

/** Follow `links.next`: it carries `after`, which keeps models who change places from being missed or shown twice. */
const roomsQuery = listQuery.extend({
  ...roomFiltersQuery.shape,
  after: shaped(/^[0-9a-z.-]{0,8000}$/).default(""),
});

const blockedModel = z.object({ id: z.int(), login: z.string(), name: z.string() });
export type BlockedModel = z.output<typeof blockedModel>;
const blockedModels = z.object({ data: z.array(blockedModel) });

/** Up to 60 ids of models with commas between them. */
const idListShape = /^[1-9]\d{0,14}(,[1-9]\d{0,14}){0,59}$/;
const livePictures = z.object({ data: z.array(z.object({ model_id: z.int(), picture: z.string() })) });

const likeOne = {
  access: ["fan"],
  body: z.object({ model_id: idInBody }),
  responses: { 200: success, 401: problem, 403: problem, 404: problem, 422: problem },
} as const;

export const catalogContract = {
  "GET /api/video-chat-rooms": {
    summary:
      "Rooms of one gender: streaming first, the fan's favourites before others and each by watchers, then who is online, then last seen, or as `sort` says; of a search first those whose name it is",
    access: "public",
    guestsShare: true,
    query: roomsQuery,
    responses: { 200: foundModels, 422: problem },
  },
  "GET /api/trending-rooms": {
    summary:
      "The ranking of one gender: by `earningRank`, the first at the top; of a search first those whose name it is",
    access: "public",
    guestsShare: true,
    query: roomsQuery.omit({ sort: true }),
    responses: { 200: foundModels, 422: problem },
  },
  "GET /api/fan/favorite-models": {
    summary: "The models whose heart the fan has set: streaming first, as in the rooms",
    access: ["fan"],
    query: searchQuery,
    responses: {
      200: modelList,
      401: problem,
      403: problem,
      422: problem,
    },
  },
  "GET /api/live-pictures": {
    summary:
      "What the rooms of these models show now, of those that are open to everybody and have a picture",
    access: "public",
    guestsShare: true,
    query: z.object({ ids: shaped(idListShape) }),
    responses: { 200: livePictures, 422: problem },
  },
  "GET /api/gender": {
    summary: "The genders of the filter",
    access: "public",
    responses: { 200: page(gender) },
  },
  "GET /api/room-countries": {
    summary: "The countries that the listed models of one gender are from",
    access: "public",
    query: listQuery.pick({ gender: true }),
    responses: { 200: z.object({ data: z.array(z.string()) }), 422: problem },
  },
  "GET /api/model-profile/{loginOrId}": {
    summary: "A model's public profile, by login or id",
    access: "public",
    guestsShare: true,
    params: z.object({ loginOrId: shaped(/^([a-zA-Z0-9]{3,30}|\d{1,2})$/) }),
    responses: { 200: modelPage, 404: problem, 422: problem },
  },
  "GET /api/model-rates": {
    summary: "Tokens per minute of a model's shows",
    access: "public",
    query: z.object({ model_id: id }),
    responses: { 200: rates, 404: problem, 422: problem },
  },
  "GET /api/fan/blocked-models": {
    summary: "The models whom the fan has blocked, the latest first",
    access: ["fan"],
    responses: { 200: blockedModels, 401: problem, 403: problem },
  },
  "POST /api/fan/block-model": {
    summary:
      "Block a model, or not any more: they are in none of the fan's lists, neither writes to the other, and the fan gets no notifications about them",
    access: ["fan"],
    body: z.object({ model_id: idInBody, blocked: z.boolean("invalid") }),
    responses: { 200: blockedModels, 401: problem, 403: problem, 404: problem, 422: problem },
  },
  "GET /api/fan/watched-models": {
    summary: "The rooms that the fan has watched lately: streaming first, each the latest first",
    access: ["fan"],
    responses: { 200: watchedModels, 401: problem, 403: problem },
  },
  "POST /api/fan/watched-models": {
    summary: "Keep the list of rooms that the fan watches, or keep none any more, which empties it",
    access: ["fan"],
    body: keepWatched,
    responses: { 200: keepWatched, 401: problem, 403: problem, 422: problem },
  },
  "DELETE /api/fan/watched-models": {
    summary: "Empty the list of rooms that the fan has watched; what is watched next begins it again",
    access: ["fan"],
    responses: { 204: z.undefined(), 401: problem, 403: problem },
  },
  "POST /api/fan/liked-model": { summary: "Add a model to the favourites", ...likeOne },
  "POST /api/fan/disliked-model": { summary: "Take a model from the favourites", ...likeOne },
} as const satisfies Contract;

const params = z.object({ x: id });
const answer = z.object({ last_connection: instant.nullable() });

/** When a user was last connected; `x` is their id. */
export const lastConnectionContract = {
  "GET /api/service/last-connection/{x}": {
    summary: "When a model was last connected; of other users only the caller's own time is returned",
    access: "public",
    params,
    responses: { 200: answer, 404: problem, 422: problem },
  },
  "POST /api/service/last-connection/{x}": {
    summary: "Record the caller's own connection; written at most once a minute",
    access: roles,
    params,
    responses: { 200: answer, 401: problem, 403: problem, 422: problem },
  },
} as const satisfies Contract;
