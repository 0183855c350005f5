/** How long to wait before attempt `attempt` (1 is the first repeat): doubling from `baseMs` up to `maxMs`. */
export type Backoff = { baseMs: number; maxMs: number };

/**
 * The wait before a repeat, in milliseconds. Half of it is drawn by `random` (0 ≤ x < 1), so that a thousand viewers
 * who lost the same room do not come back in the same instant.
 */
export function backoffMs({ baseMs, maxMs }: Backoff, attempt: number, random: () => number): number {
  const fullMs = Math.min(maxMs, baseMs * 2 ** Math.min(attempt - 1, 20));
  return Math.round(fullMs * (0.5 + random() / 2));
}
