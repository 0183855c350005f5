import { z } from "zod";
import {
  id,
  instant,
  language,
  page,
  pdfFile,
  problem,
  refusals,
  spendRefused,
  tooFewTokens,
  tooMany,
} from "./common.ts";
import type { Contract } from "./endpoint.ts";
import { pauseNoteMax } from "./field-bounds.ts";
import { idInBody, int4Max, text } from "./fields.ts";
import { iceServers, playback } from "./live.ts";
import { pauseReason, showState } from "./show-state.ts";
import { studioShows } from "./shows.ts";
import { studio } from "./studio.ts";

/** Modes that a fan pays for, and seconds that a request or an invitation waits for its answer. */
export const paidMode = z.enum(["private", "vip"]);
export const answerSeconds = 30;

/** Tokens a minute. */
const rate = z.int("whole_tokens").min(1, "whole_tokens").max(1_000_000, "tokens_max_1000000");
/** The fan's agreement: the rate that they were shown, and the most that they want to spend or stay. */
const consent = {
  rate,
  cap_tokens: rate.optional(),
  cap_seconds: z.int("whole_seconds").min(1, "whole_seconds").max(86_400, "whole_seconds").optional(),
};

/** The least charge that the fan was shown: a higher one by now is asked first (409 `price_changed`). */
const shownMinimum = z
  .int("whole_tokens_or_none")
  .min(0, "whole_tokens_or_none")
  .max(1_000_000, "tokens_max_1000000")
  .optional();

/** The fan was shown that nobody may spy: where others may by now, they are asked first (409 `spies_changed`). */
const shownWithoutSpies = z.literal(false).optional();

/**
 * The free seconds of today and no more, which need no token and no limit of the fan's own: once they are used up, nothing
 * begins (409 `free_look_over`). Without it a minute's price is needed, or the cap, though it begins with free seconds.
 */
const freeOnly = z.boolean().optional();

const rating = z.int("invalid").min(1, "invalid").max(5, "invalid");

export const requestState = z.enum(["asked", "accepted", "declined", "expired", "withdrawn"]);
export const askedShow = z.object({
  id: z.int(),
  state: z.literal("asked"),
  expires_at: instant,
  rate: z.int(),
  minimum: z.int(),
  spies_allowed: z.boolean(),
});
/** A request or an invitation; `show` once it is accepted, `reason` when it was declined with one. */
export const showRequest = z.object({
  id: z.int(),
  state: requestState,
  reason: z.string().optional(),
  show: showState.optional(),
});
export type ShowRequest = z.output<typeof showRequest>;

/** A request of the fan's own, or a model's invitation (`asked_by`), that waits for its answer until `expires_at`. */
export const waitingShow = z.object({
  id: z.int(),
  asked_by: z.enum(["fan", "model"]),
  model_id: z.int(),
  slug: z.string(),
  mode: paidMode,
  rate: z.int(),
  minimum: z.int(),
  spies_allowed: z.boolean(),
  expires_at: instant,
});
export type WaitingShow = z.output<typeof waitingShow>;

/** A request as the model sees it. `known`: the fan has tipped them by name or had a show of theirs before; who spied on one is not. */
export const studioRequest = z.object({
  id: z.int(),
  fan: z.object({ id: z.int(), login: z.string(), language }),
  mode: paidMode,
  rate: z.int(),
  two_way: z.boolean(),
  expires_at: instant,
  known: z.boolean(),
});
export type StudioRequest = z.output<typeof studioRequest>;

/**
 * A model's rates: tokens a minute, 0 while not given yet, and the least charge of a private or VIP show in tokens.
 */
export const studioRates = z.object({
  private: z.int(),
  vip: z.int(),
  spy: z.int(),
  minimum: z.int(),
  spies_allowed: z.boolean(),
  two_way_allowed: z.boolean(),
});
export type StudioRates = z.output<typeof studioRates>;

/**
 * A show as it can be recomputed: the tokens of all steps together, rounded down and raised to `minimum`, less
 * `waived` are `tokens`; `free_seconds` and the seconds of the steps are those that were served.
 */
export const showReceipt = z.object({
  show: showState,
  /** The model's name when the fan agreed to the show; null once their account is erased. */
  name: z.string().nullable(),
  /**
   * The charged seconds by the rates that stood, tokens a minute, in their order; `tokens` is no whole number, and so
   * little above the exact one that the sum rounds down as the exact sum does. The steps of some old shows whose rate
   * changed are not known, and there are none.
   */
  steps: z.array(z.object({ from: instant, seconds: z.int(), rate: z.int(), tokens: z.number() })),
  /** Served seconds that cost nothing: a spy's first ones, and those of a promo. */
  free_seconds: z.int(),
  /** The least charge that was owed: the agreed one where the fan ended the show, else 0. */
  minimum: z.int(),
  /** Tokens that were due and were not charged, because we could not; as a rule 0. */
  waived: z.int(),
  pauses: z.array(z.object({ reason: pauseReason, from: instant, to: instant.nullable() })),
  tokens: z.int(),
  /** The worth of the tokens at the fan's own average price, as in the statement. */
  money: z.object({ amount: z.number(), currency: z.string() }),
  /** Ids of the transfers in the fan's statement: set aside and given back. Together they are what was charged. */
  transfers: z.array(z.int()),
  /** The fan's rating, from 1 to 5; null while they have not rated it. */
  rating: z.int().nullable().optional(),
  /** Can it be rated now? For a day after its end. */
  rating_open: z.boolean().optional(),
});
export type ShowReceipt = z.output<typeof showReceipt>;

/** Where the fan of a show sends their camera (WHIP), or its model watches it; `token` is the bearer. */
export const cameraToSend = z.object({
  protocol: z.literal("whip"),
  url: z.string(),
  token: z.string(),
  ice_servers: iceServers.optional(),
});
export const cameraToSee = z.object({
  camera: z.object({ show_id: z.int(), ...playback.shape }).nullable(),
});
export type CameraToSee = z.output<typeof cameraToSee>;

const oneShow = z.object({ show: showState });
const maybeShow = z.object({ show: showState.nullable() });
const priceChanged = problem.extend({ rate: z.int().optional(), minimum: z.int().optional() });
const spending = { ...refusals, 402: tooFewTokens, 403: spendRefused, 409: priceChanged } as const;
const modelOnly = { 401: problem, 403: problem, 422: problem, 429: tooMany } as const;
const oneId = z.object({ id });

export const paidShowsContract = {
  "POST /api/fan/show-requests": {
    summary: "Ask a live model for a private or VIP show; answered within 30 s, or it expires",
    access: ["fan"],
    idempotent: true,
    body: z.object({
      model_id: idInBody,
      mode: paidMode,
      ...consent,
      minimum: shownMinimum,
      spies_allowed: shownWithoutSpies,
      two_way: z.boolean().optional(),
    }),
    responses: { 201: askedShow, ...spending },
  },
  "GET /api/fan/show-requests": {
    summary: "Requests of one's own and invitations that wait for their answer, the oldest first",
    access: ["fan"],
    responses: { 200: z.object({ data: z.array(waitingShow) }), 401: problem, 403: problem },
  },
  "GET /api/fan/show-requests/{id}": {
    summary: "A request of one's own, or an invitation, and the show that came of it",
    access: ["fan"],
    params: oneId,
    responses: { 200: showRequest, ...refusals },
  },
  "DELETE /api/fan/show-requests/{id}": {
    summary: "Withdraw a request that is not answered yet; harmless afterwards",
    access: ["fan"],
    params: oneId,
    responses: { 204: z.undefined(), ...refusals },
  },
  "POST /api/fan/show-invitations/{id}": {
    summary: "Answer a model's invitation; accepting begins the show",
    access: ["fan"],
    idempotent: true,
    params: oneId,
    body: z.object({ accept: z.boolean(), ...consent, rate: rate.optional() }),
    responses: { 200: showRequest, ...spending },
  },
  "GET /api/fan/show": {
    summary: "The show that the fan is in, as payer, spy or by a promo",
    access: ["fan"],
    responses: { 200: maybeShow, 401: problem, 403: problem },
  },
  "POST /api/fan/leave-show": {
    summary: "Leave the show one is in; what is not served comes back. Harmless without one",
    access: ["fan"],
    responses: { 200: maybeShow, 401: problem, 403: problem, 422: problem },
  },
  "POST /api/fan/spy": {
    summary: "Watch a private show of another fan at the spy rate; the first 10 s of a day are free",
    access: ["fan"],
    idempotent: true,
    body: z.object({ model_id: idInBody, ...consent, free_only: freeOnly }),
    responses: { 201: oneShow, ...spending },
  },
  "POST /api/fan/show-price": {
    summary: "Accept or decline a changed rate; no answer in 30 s counts as declined, which ends the show",
    access: ["fan"],
    idempotent: true,
    body: z.object({ show_id: idInBody, rate, accept: z.boolean() }),
    responses: { 200: oneShow, ...spending },
  },
  "GET /api/fan/shows/{id}/receipt": {
    summary:
      "What a show of one's own was: charged seconds by rate, free ones, every pause, tokens and their transfers",
    access: ["fan"],
    params: oneId,
    responses: { 200: showReceipt, ...refusals },
  },
  "GET /api/fan/shows/{id}/receipt/pdf": {
    summary: "The same as a PDF file, in the language of `Accept-Language`",
    access: ["fan"],
    params: oneId,
    responses: { 200: pdfFile, ...refusals },
  },
  "POST /api/fan/shows/{id}/rating": {
    summary:
      "Rate a paid or spied show of one's own that is over, from 1 to 5, for a day after its end; the last rating counts. The model reads the mean of a whole month alone",
    access: ["fan"],
    params: oneId,
    body: z.object({ rating }),
    responses: { 200: z.object({ rating: z.int() }), ...refusals, 409: problem },
  },
  "POST /api/fan/show-camera": {
    summary:
      "Where to send one's camera in a private or VIP show, for its model alone; 409 unless the model takes it",
    access: ["fan"],
    responses: { 200: cameraToSend, ...refusals, 409: problem },
  },
  "GET /api/studio/show-camera": {
    summary: "Where to watch the camera of the fan of one's show; null while none is sent",
    access: ["model"],
    responses: { 200: cameraToSee, ...modelOnly },
  },
  "GET /api/studio/show-requests": {
    summary: "The requests that wait for the model's answer, the oldest first",
    access: ["model"],
    responses: { 200: page(studioRequest), ...modelOnly },
  },
  "POST /api/studio/show-requests/{id}": {
    summary: "Accept or decline a request; accepting begins the show, for that fan alone",
    access: ["model"],
    params: oneId,
    body: z.object({ accept: z.boolean(), reason: text({ max: 200 }).optional() }),
    responses: { 200: z.object({ request: showRequest }), ...refusals, 409: problem },
  },
  "POST /api/studio/invitations": {
    summary: "Invite a fan who is in the room to a private or VIP show; it waits 30 s for the answer",
    access: ["model"],
    body: z.object({ fan_id: idInBody, mode: paidMode }),
    responses: { 201: z.object({ id: z.int(), expires_at: instant }), ...refusals, 409: problem },
  },
  "GET /api/studio/rates": {
    summary: "What the model asks for shows",
    access: ["model"],
    responses: { 200: studioRates, ...modelOnly },
  },
  "POST /api/studio/rates": {
    summary: "Change what the model asks; in a running show a higher rate counts once its fan accepts it",
    access: ["model"],
    body: z.object({
      private: rate.optional(),
      vip: rate.optional(),
      spy: rate.optional(),
      minimum: z
        .int("whole_tokens_or_none")
        .min(0, "whole_tokens_or_none")
        .max(int4Max, "whole_tokens_or_none")
        .optional(),
      spies_allowed: z.boolean().optional(),
      two_way_allowed: z.boolean().optional(),
    }),
    responses: { 200: studioRates, ...modelOnly },
  },
  "POST /api/studio/pause": {
    summary:
      "Pause the room, or go on: while it is paused nothing is charged, and the room reads the `note`, if there is one; without the field it stays as it is",
    access: ["model"],
    body: z.object({ paused: z.boolean(), note: text({ max: pauseNoteMax }).optional() }),
    responses: { 200: studio, 409: problem, ...modelOnly },
  },
  "POST /api/studio/end-show": {
    summary: "End the show and go back to public; harmless without one",
    access: ["model"],
    responses: { 200: studio.extend(studioShows.shape), ...modelOnly },
  },
} as const satisfies Contract;
