import { z } from "zod";

/** Why a show's meter stands still. */
export const pauseReason = z.enum(["model_media_lost", "fan_media_lost", "model_paused"]);
export type PauseReason = z.output<typeof pauseReason>;

/** Why a show is over. */
export const showEnd = z.enum(["used_up", "fan_left", "model_ended", "model_left", "withdrawn"]);
export type ShowEnd = z.output<typeof showEnd>;

/** A show as its two people see it. Seconds are those that were served; `seconds_left` is null without a limit. */
export const showState = z.object({
  id: z.int(),
  type: z.enum(["private", "vip", "promo"]),
  seconds_served: z.int(),
  seconds_left: z.int().nullable(),
  paused: pauseReason.nullable(),
});
export type ShowState = z.output<typeof showState>;
