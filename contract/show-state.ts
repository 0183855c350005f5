import { z } from "zod";

/** Why a show's meter stands still. */
export const pauseReason = z.enum(["model_media_lost", "fan_media_lost", "model_paused"]);
export type PauseReason = z.output<typeof pauseReason>;

/**
 * Why a show is over for one fan. `show_over`: the show that was spied on; `withdrawn`: the promo that it ran on;
 * `limit_reached`: the fan allows themselves no more; `failed`: we could not charge for it.
 */
export const showEnd = z.enum([
  "used_up",
  "fan_left",
  "model_ended",
  "model_left",
  "withdrawn",
  "banned",
  "cap_reached",
  "out_of_tokens",
  "limit_reached",
  "price_declined",
  "show_over",
  "failed",
]);
export type ShowEnd = z.output<typeof showEnd>;

/**
 * A show as one fan takes part in it. Times in seconds, tokens whole, `rate` in tokens a minute (0 in a promo).
 * The first `free_seconds` of a spy cost nothing. `seconds_left` is what limit, cap and tokens allow, null without any of them. `spy_count` is how many watch it as spies now:
 * its payer and the model learn no more of them, and a spy not even that.
 */
export const showState = z.object({
  id: z.int(),
  model_id: z.int(),
  slug: z.string(),
  mode: z.enum(["private", "vip", "promo"]),
  role: z.enum(["payer", "spy", "promo"]),
  state: z.enum(["running", "paused", "ended"]),
  pause: pauseReason.nullable(),
  rate: z.int(),
  minimum: z.int(),
  free_seconds: z.int(),
  spies_allowed: z.boolean(),
  spy_count: z.int(),
  /** The higher rate that the model asks for now: silence until `expires_at` is no. */
  offer: z.object({ rate: z.int(), expires_at: z.iso.datetime() }).nullable(),
  cap: z.object({ tokens: z.int().optional(), seconds: z.int().optional() }).nullable(),
  served_seconds: z.int(),
  spent: z.int(),
  seconds_left: z.int().nullable(),
  started_at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable(),
  end_reason: showEnd.nullable(),
});
export type ShowState = z.output<typeof showState>;
