import type { Limits } from "#server/kit/http/limits.ts";

const fansPerHour = 60;

/**
 * How many fans more a model may ban, appoint or mute within an hour, each counted for itself: the lists of them show
 * names, and somebody who registers as a model could otherwise read the names of all fans by their numbers.
 */
export const limitNewFans = (limits: Limits, what: "bans" | "appointments" | "mutes") =>
  limits.create(`new_${what}`, fansPerHour, 3600);

/** No more of it within this hour. */
export type TooManyFans = { code: "too_many"; retryAfterSeconds: number };
