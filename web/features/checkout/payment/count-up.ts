/** The number to show `elapsedMs` after a count from `from` to `to` began: fast first, then slowing, whole numbers. */
export function countUp(from: number, to: number, elapsedMs: number, durationMs: number): number {
  if (elapsedMs >= durationMs) return to;
  const left = 1 - Math.max(0, elapsedMs) / durationMs;
  return Math.round(to - (to - from) * left ** 3);
}
