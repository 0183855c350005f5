/** The checks run every five and ten minutes; from then on their last result says nothing about now. */
const currentMinutes = 30;

/** Whether a check has not run for so long that its result no longer counts. */
export function isOutdated(ranAt: Date, now: Date): boolean {
  return now.getTime() - ranAt.getTime() > currentMinutes * 60_000;
}
