import type { Limits } from "#server/kit/http/limits.ts";

/** Enough for a room that many disturb at once. */
const fansPerHour = { bans: 120, appointments: 60, mutes: 120 } as const;

/**
 * How many fans more a model may ban, appoint or mute within an hour, each counted for itself: the lists of them show
 * names, and somebody who registers as a model could otherwise read the names of all fans by their numbers.
 */
export const limitNewFans = (limits: Limits, what: keyof typeof fansPerHour) =>
  limits.create(`new_${what}`, fansPerHour[what], 3600);

/** No more of it within this hour. */
export type TooManyFans = { code: "too_many"; retryAfterSeconds: number };
