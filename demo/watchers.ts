import type { Random } from "#server/kit/random.ts";

/** A number drawn from the standard normal distribution (Box and Muller). */
export function standardNormal(random: Random): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random()));
  return radius * Math.cos(2 * Math.PI * random());
}

/** A number drawn log-normally: half of the draws lie below `median`; `spread` is the deviation of the logarithm. */
export const logNormal = (random: Random, median: number, spread: number): number =>
  median * Math.exp(spread * standardNormal(random));

/** A count that changes as an audience does. */
export type WatcherWalk = {
  /** The next count; ask every few seconds. */
  next(): number;
};

/** How far a room's audience may be from its base, as a factor. */
const factorMin = 0.45;
const factorMax = 2.2;
/** The share of the distance to the base that is walked back at each step. */
const pull = 0.04;
const stepSpread = 0.035;

/**
 * Watchers that breathe around `base`: a log-normal walk that is pulled back to where it began, between 0.45 and
 * 2.2 times the base and never below 1.
 */
export function createWatcherWalk(random: Random, base: number): WatcherWalk {
  let logFactor = 0.12 * standardNormal(random);
  return {
    next() {
      logFactor += stepSpread * standardNormal(random) - pull * logFactor;
      logFactor = Math.min(Math.log(factorMax), Math.max(Math.log(factorMin), logFactor));
      return Math.max(1, Math.round(base * Math.exp(logFactor)));
    },
  };
}
