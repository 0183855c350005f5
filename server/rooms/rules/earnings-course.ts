/**
 * The tokens that came in during a broadcast, in equal stretches of so many minutes from its begin to now; whole
 * tokens.
 */
export type EarningsCourse = { minutes: number; tokens: number[] };

const stretchesMax = 14;
const stepMinutes = 10;

/** How long each stretch is, so that a broadcast of so many seconds has at most 14: 10 minutes, or a multiple of it. */
export function stretchMinutes(seconds: number): number {
  const steps = Math.ceil(Math.max(1, seconds) / (stepMinutes * 60) / stretchesMax);
  return steps * stepMinutes;
}

/**
 * Adds up sums by the number of their stretch. A sum that is dated before the begin or after now, as clocks differ,
 * counts in the first or the last one.
 */
export function earningsCourse(
  seconds: number,
  sums: readonly { stretch: number; tokens: number }[],
): EarningsCourse {
  const minutes = stretchMinutes(seconds);
  const tokens = Array.from({ length: Math.max(1, Math.ceil(seconds / 60 / minutes)) }, () => 0);
  for (const { stretch, tokens: more } of sums) {
    const at = Math.min(Math.max(0, stretch), tokens.length - 1);
    tokens[at] = (tokens[at] ?? 0) + more;
  }
  return { minutes, tokens };
}
