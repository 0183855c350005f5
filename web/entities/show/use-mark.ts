import { useState } from "react";

/**
 * The mark that the seconds of a clock have reached, of `marks` from the highest down, and how many were left when they
 * did; null before the first. It is announced once, while the clock runs on. The clock may step over a second
 * when the server corrects it: what counts is that the mark is reached. Without a clock (`left` is null) the last mark
 * stays.
 */
export function useMark(marks: readonly number[], left: number | null) {
  const [reached, reach] = useState<{ mark: number; left: number } | null>(null);
  const mark = left === null ? reached?.mark : marks.findLast((seconds) => left <= seconds);
  if (mark === reached?.mark) return reached;
  const next = left === null || mark === undefined ? null : { mark, left };
  reach(next);
  return next;
}
