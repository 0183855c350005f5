/**
 * Media that was sent to a fan and did not come, as their own client reports it, ms: of late, and of the whole show.
 */
export type Missed = { latelyMs: number; allMs: number };

export const nothingMissed: Missed = { latelyMs: 0, allMs: 0 };

/** One who has missed so much of late is away, as one who is silent for so long is for the engine. */
const latelyMsMax = 8_000;
/**
 * Media that came makes up for a quarter of its time: a fan who gets four fifths of the media misses nothing in the
 * long run.
 */
const madeUp = 0.25;

/**
 * The missed media once this much more was sent, and this much more has come. Arrivals are reported a second or so
 * after they were sent: until then they count as missed.
 */
export function countMissed(before: Missed, sentMs: number, flowedMs: number): Missed {
  const moreMs = sentMs - flowedMs * (1 + madeUp);
  return {
    latelyMs: Math.min(latelyMsMax, Math.max(0, before.latelyMs + moreMs)),
    allMs: Math.max(0, before.allMs + moreMs),
  };
}

export const isAway = ({ latelyMs }: Missed): boolean => latelyMs >= latelyMsMax;
