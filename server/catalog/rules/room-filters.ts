import { eachFact, type FactName } from "#contract/model-facts.ts";
import type { RoomFiltersQuery, RoomSort } from "#contract/room-filters.ts";

/** The filters and the order of a list of rooms; null and empty narrow nothing. */
export type RoomFilters = Record<FactName, readonly string[]> & {
  country: string | null;
  /** Days (`YYYY-MM-DD`): born after the first, and not after the second. */
  bornAfter: string | null;
  bornUntil: string | null;
  /** Tokens of a private minute, at least and at most. */
  rateMin: number | null;
  rateMax: number | null;
  approvedSince: Date | null;
  sort: RoomSort;
};

export const noFilters: RoomFilters = {
  ...eachFact(() => []),
  country: null,
  bornAfter: null,
  bornUntil: null,
  rateMin: null,
  rateMax: null,
  approvedSince: null,
  sort: "watched",
};

/** Models count as new for this many days after staff have listed them. */
export const newDays = 30;
const dayMs = 86_400_000;

/** The filters that a query asks for, on the day of `now` in UTC. */
export function filtersOf(query: RoomFiltersQuery, now: Date): RoomFilters {
  const { age_min, age_max, country, new: onlyNew } = query;
  return {
    ...eachFact((name) => listOf(query[name])),
    country: country === "" ? null : country,
    bornAfter: age_max === undefined ? null : yearsBefore(now, age_max + 1),
    bornUntil: age_min === undefined ? null : yearsBefore(now, age_min),
    rateMin: query.rate_min ?? null,
    rateMax: query.rate_max ?? null,
    approvedSince: onlyNew === "1" ? newSince(now) : null,
    sort: query.sort,
  };
}

const listOf = (text: string) => (text === "" ? [] : [...new Set(text.split(","))]);

/** The day so many years ago: who was born on it or before has had so many birthdays. */
function yearsBefore(now: Date, years: number): string {
  const [month, day] = [now.getUTCMonth() + 1, now.getUTCDate()];
  // There is no 29 February in most years, and nobody was born between it and the 28th.
  const clamped = month === 2 && day === 29 ? 28 : day;
  return [now.getUTCFullYear() - years, month, clamped]
    .map((part) => String(part).padStart(2, "0"))
    .join("-");
}

/** A model who was listed since this instant is new. */
export const newSince = (now: Date): Date => new Date(now.getTime() - newDays * dayMs);
