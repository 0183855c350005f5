import { useState } from "react";

/**
 * Announces each threshold of a show's countdown once, for example "60 seconds left".
 *
 * @param thresholds seconds, from the highest down
 * @param left the seconds that the clock shows; null while no clock runs, which keeps the last threshold
 * @returns the lowest threshold that has been reached, with the seconds that were left at that moment; null before the
 *   first. The clock may step over a second when the server corrects it, so a threshold counts as reached from its
 *   second on and below.
 */
export function useClockThreshold(thresholds: readonly number[], left: number | null) {
  const [reached, reach] = useState<{ mark: number; left: number } | null>(null);
  const mark = left === null ? reached?.mark : thresholds.findLast((seconds) => left <= seconds);
  if (mark === reached?.mark) return reached;
  const next = left === null || mark === undefined ? null : { mark, left };
  reach(next);
  return next;
}
