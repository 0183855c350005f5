import type { Clock } from "#server/kit/clock.ts";

/** Answers whether one more message is within `perSecondMax` on average and `burstMax` at once. */
export function createRateLimit(clock: Clock, perSecondMax: number, burstMax: number): () => boolean {
  let left = burstMax;
  let countedAtMs = clock.now().getTime();
  return () => {
    const nowMs = clock.now().getTime();
    left = Math.min(burstMax, left + ((nowMs - countedAtMs) / 1_000) * perSecondMax);
    countedAtMs = nowMs;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
}
