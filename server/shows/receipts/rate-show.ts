import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { ShowsNeeds } from "../needs.ts";
import { participantById } from "../store/participants-store.ts";
import { keepRating, ratingsBetween } from "../store/ratings-store.ts";

export type RatingRefusal = "unknown_show" | "show_not_over" | "free_show_not_rated" | "rating_closed";

/** Fans' ratings of a model's shows of a month, as `2026-10`: their mean, from 1 to 5, and how many rated. */
export type ModelRatings = { month: string; mean: number; count: number };

const dayMs = 86_400_000;

/** Since when a show must have ended to be rated now: a day after its end its rating stands. */
export const ratedSince = (now: Date) => new Date(now.getTime() - dayMs);

/**
 * Keeps what a fan thinks of a show of theirs, from 1 to 5, for a day once it is over; of several ratings the last
 * counts.
 */
export function rateShow({ db, clock }: Pick<ShowsNeeds, "db" | "clock">) {
  return async (
    fanId: number,
    showId: number,
    rating: number,
  ): Promise<Result<{ rating: number }, RatingRefusal>> => {
    const row = await participantById(db, showId);
    if (row?.fan_id !== fanId) return refuse("unknown_show");
    // A spy who paid nothing for a free look has seen too little of the show.
    if (row.role === "promo" || (row.role === "spy" && row.spent === 0 && row.ended_at !== null))
      return refuse("free_show_not_rated");
    const since = ratedSince(clock.now());
    if (row.ended_at !== null && row.ended_at < since) return refuse("rating_closed");
    const kept = await inTransaction(db, (tx) => keepRating(tx, { fanId, showId, rating, since }));
    return kept ? ok({ rating }) : refuse("show_not_over");
  };
}

const fansMin = 3;

/**
 * The mean of the ratings that a model's shows of a month have, to a tenth, and how many there are: of the latest month
 * (UTC) of which nothing can be rated any more, so that no change of the figure reveals what one fan rated. Undefined
 * while fewer than three fans have rated.
 */
export function modelRatings({ db, clock }: Pick<ShowsNeeds, "db" | "clock">) {
  return async (modelId: number): Promise<ModelRatings | undefined> => {
    const open = ratedSince(clock.now());
    const [year, month] = [open.getUTCFullYear(), open.getUTCMonth()];
    const span = { from: new Date(Date.UTC(year, month - 1)), to: new Date(Date.UTC(year, month)) };
    const { mean, count, fans } = await ratingsBetween(db, modelId, span);
    return fans < fansMin ? undefined : { month: span.from.toISOString().slice(0, 7), mean, count };
  };
}
