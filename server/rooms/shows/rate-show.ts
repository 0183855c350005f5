import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { RoomsNeeds } from "../needs.ts";
import { participantById } from "../store/participants-store.ts";
import { keepRating, ratingsSince } from "../store/ratings-store.ts";

export type RatingRefusal = "unknown_show" | "show_not_over" | "free_show_not_rated";

/** Keeps what a fan thinks of a show of theirs, from 1 to 5, once it is over; said again, the last word counts. */
export function rateShow({ db }: Pick<RoomsNeeds, "db">) {
  return async (
    fanId: number,
    showId: number,
    rating: number,
  ): Promise<Result<{ rating: number }, RatingRefusal>> => {
    const row = await participantById(db, showId);
    if (row?.fan_id !== fanId) return refuse("unknown_show");
    // Whom a free look cost nothing has seen too little of the show.
    if (row.role === "promo" || (row.role === "spy" && row.spent === 0 && row.ended_at !== null))
      return refuse("free_show_not_rated");
    const kept = await inTransaction(db, (tx) => keepRating(tx, { fanId, showId, rating }));
    return kept ? ok({ rating }) : refuse("show_not_over");
  };
}

const dayMs = 86_400_000;
const spanDays = 30;
const fansMin = 3;

/**
 * The mean of the ratings that a model's shows of the last 30 days have, to a tenth, and how many there are; never per fan.
 * Undefined with fewer than three ratings, or while fewer than three fans have given them: nobody's own is to be recognised.
 */
export function modelRatings({ db, clock }: Pick<RoomsNeeds, "db" | "clock">) {
  return async (modelId: number): Promise<{ mean: number; count: number } | undefined> => {
    const since = new Date(clock.now().getTime() - spanDays * dayMs);
    const { mean, count, fans } = await ratingsSince(db, modelId, since);
    return fans < fansMin ? undefined : { mean, count };
  };
}
