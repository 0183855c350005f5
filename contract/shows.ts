import { z } from "zod";
import { modelProfile } from "./catalog.ts";
import { clientId, id, instant, problem, refusals, slug, tooMany } from "./common.ts";
import { type Contract, roles } from "./endpoint.ts";
import { emailAddress, text } from "./fields.ts";
import { room } from "./live.ts";
import { position } from "./realtime.ts";
import { showState } from "./show-state.ts";

/** Seconds that a promo link can give. */
export const promoSeconds = { min: 10, max: 3600 } as const;

/**
 * The state of a promo link: `new` (nobody has opened it), `open` (its fan has, minutes are left), `running`,
 * `used` up, `expired` after 30 days, `withdrawn` by the model.
 */
export const promoState = z.enum(["new", "open", "running", "used", "expired", "withdrawn"]);

/** A promo link as its model sees it. Times in seconds; `waiting` = its fan has the page open now. */
export const promoLink = z.object({
  id: z.int(),
  email: z.string(),
  duration: z.int(),
  time_used: z.int(),
  state: promoState,
  waiting: z.boolean(),
  fan_name: z.string().nullable(),
  url: z.string(),
  created_at: instant,
  expires_at: instant,
});
export type PromoLink = z.output<typeof promoLink>;

/**
 * The model's current show, if any, with its fan, and their promo links, newest first. The model learns how many
 * spies there are (`spy_count`) and what they have paid in tokens, not who they are.
 */
export const studioShows = z.object({
  show: showState.extend({ fan_name: z.string(), spies: z.object({ tokens: z.int() }) }).nullable(),
  promos: z.array(promoLink),
});
export type StudioShows = z.output<typeof studioShows>;

/**
 * A promo as its fan sees it. `away`: the model is not live; `busy`: in a show; `waiting`: live, and they see
 * that the fan is here; `running`: `room` is open. `topic` is to be joined while the page is open, once the promo is
 * `opened`: this notifies the model.
 */
export const promoStream = z.object({
  promo: z.object({
    id: z.int(),
    duration: z.int(),
    time_used: z.int(),
    expires_at: instant,
    opened: z.boolean(),
  }),
  model: modelProfile,
  state: z.enum(["away", "busy", "waiting", "running"]),
  room: room.nullable(),
  topic: z.templateLiteral(["promo:", z.string().regex(/^[1-9][0-9]{0,14}$/)]),
  live_from: z.object({ public: position, person: position }),
});
export type PromoStream = z.output<typeof promoStream>;

/**
 * The 404 of a promo link. If the link is withdrawn or has expired, `room` is the model's user name while their room
 * is public, or else null.
 */
const promoGone = problem.extend({ room: slug.nullable().optional() });

const promoLinkCall = {
  access: roles,
  turnsAway: ["model", "admin"],
  params: z.object({ token: text({ min: 1, max: 200, verbatim: true }) }),
  responses: { 200: promoStream, 409: problem, ...refusals, 404: promoGone },
} as const;

const modelOnly = { 401: problem, 403: problem, 422: problem, 429: tooMany } as const;

export const showsContract = {
  "GET /api/promo-stream/{token}": {
    summary: "What a promo link is for its fan; asking opens nothing",
    ...promoLinkCall,
  },
  "POST /api/promo-stream/{token}": {
    summary:
      "Open a promo link; it is for one fan, whose account has the email that the model wrote, confirmed. From then on it is that account's",
    ...promoLinkCall,
  },
  "GET /api/studio/shows": {
    summary: "The model's show and promo links",
    access: ["model"],
    responses: { 200: studioShows, ...modelOnly },
  },
  "POST /api/studio/promos": {
    summary:
      "Make a promo link for the fan whose account has this email; the client's id makes a retry harmless",
    access: ["model"],
    body: z.object({
      client_id: clientId,
      email: emailAddress(),
      duration: z
        .int("whole_seconds")
        .min(promoSeconds.min, "whole_seconds")
        .max(promoSeconds.max, "whole_seconds"),
    }),
    responses: { 201: promoLink, 409: problem, ...modelOnly },
  },
  "POST /api/studio/promos/{id}/withdraw": {
    summary: "Withdraw a promo link; a show that runs on it ends",
    access: ["model"],
    params: z.object({ id }),
    responses: { 200: studioShows, 404: problem, ...modelOnly },
  },
  "POST /api/studio/promos/{id}/start": {
    summary: "Begin the promo of a fan who waits: from now on the room is that fan's alone",
    access: ["model"],
    params: z.object({ id }),
    responses: { 200: studioShows, 404: problem, 409: problem, ...modelOnly },
  },
} as const satisfies Contract;
