/** How playback keeps near to what is live without running out of it. */
export type Pace = {
  /** How much there should be ahead of what is shown. */
  targetMs: number;
  rate: number;
  wasStarved: boolean;
  /** Since when it has not run out. */
  calmSinceMs: number;
};

/**
 * The media ahead of the moment on show, and how far behind its end the last picture stands that can be decoded by
 * itself.
 */
export type PaceReading = { nowMs: number; aheadMs: number; keyAgeMs: number; isStarved: boolean };

export type PaceStep = {
  pace: Pace;
  /** Go to this far before the end; null: stay. */
  jumpToMs: number | null;
  /** Too much is ahead, and no jump would be quick. */
  isHopeless: boolean;
};

const targetsMs = { least: 300, first: 400, most: 900, raise: 150, lower: 100 };
const calmMs = 30_000;
/** No more than this is ever ahead for long. */
const aheadMostMs = 1_500;
/** A jump decodes all pictures from the last key on; more than this would take longer than it gains. */
const keyAgeMostMs = 8_000;
const aheadHopelessMs = 5_000;

export const firstPace = (nowMs: number): Pace => ({
  targetMs: targetsMs.first,
  rate: 1,
  wasStarved: true,
  calmSinceMs: nowMs,
});

/** Each time that it runs out the target grows; after calm it shrinks again. */
export function paceAfter(pace: Pace, reading: PaceReading): PaceStep {
  const { nowMs, aheadMs, keyAgeMs, isStarved } = reading;
  const next = { ...pace, wasStarved: isStarved };
  if (isStarved && !pace.wasStarved) {
    next.targetMs = Math.min(targetsMs.most, pace.targetMs + targetsMs.raise);
    next.calmSinceMs = nowMs;
  } else if (nowMs - pace.calmSinceMs >= calmMs) {
    next.targetMs = Math.max(targetsMs.least, pace.targetMs - targetsMs.lower);
    next.calmSinceMs = nowMs;
  }
  if (aheadMs > aheadMostMs && keyAgeMs <= keyAgeMostMs)
    return { pace: { ...next, rate: 1 }, jumpToMs: next.targetMs, isHopeless: false };
  next.rate = rateFor(pace.rate, aheadMs, next.targetMs);
  return { pace: next, jumpToMs: null, isHopeless: aheadMs > aheadHopelessMs };
}

/** Small changes, which nobody hears; once begun they go on until the target is met. */
function rateFor(rate: number, aheadMs: number, targetMs: number): number {
  if (aheadMs > aheadMostMs) return 1.15;
  if (aheadMs > targetMs + 400) return 1.08;
  if (aheadMs > targetMs + 150) return 1.04;
  if (aheadMs < targetMs * 0.25) return 0.8;
  if (aheadMs < targetMs * 0.6) return 0.95;
  const isMet = rate > 1 ? aheadMs <= targetMs : aheadMs >= targetMs;
  return isMet ? 1 : rate;
}
