/** Hours of each week: `weekday` 1 is Monday, minutes count from its midnight, `toMinute` up to a day after `fromMinute`. */
export type WeeklyHours = { weekday: number; fromMinute: number; toMinute: number };

const dayMs = 86_400_000;
const dayMinutes = 1_440;
const weekMinutes = 7 * dayMinutes;

/** Whether two of these hours of a week are at the same time. */
export function overlap(hours: readonly WeeklyHours[]): boolean {
  const spans = hours
    .map(({ weekday, fromMinute, toMinute }) => {
      const start = (weekday - 1) * dayMinutes + fromMinute;
      return { start, end: start + toMinute - fromMinute };
    })
    .toSorted((a, b) => a.start - b.start);
  return spans.some(({ end }, at) => {
    const next = spans[at + 1];
    return next ? next.start < end : end - weekMinutes > (spans[0]?.start ?? Infinity);
  });
}

/**
 * The coming times of weekly hours in a time zone, the next first, one that has begun included, of so many days from `now`
 * on. Times that clocks skip or show twice are an hour off at most.
 */
export function comingTimes(
  hours: readonly WeeklyHours[],
  { timeZone, now, days }: { timeZone: string; now: Date; days: number },
): { from: Date; to: Date }[] {
  const today = wallClockMs(now.getTime(), timeZone);
  const midnightMs = Math.floor(today / dayMs) * dayMs;
  // From yesterday on: its hours may go on over midnight.
  return Array.from({ length: days + 2 }, (_, index) => midnightMs + (index - 1) * dayMs)
    .flatMap((day) => {
      const weekday = new Date(day).getUTCDay() || 7;
      return hours
        .filter((one) => one.weekday === weekday)
        .map(({ fromMinute, toMinute }) => ({
          from: instantOf(day + fromMinute * 60_000, timeZone),
          to: instantOf(day + toMinute * 60_000, timeZone),
        }));
    })
    .filter(({ from, to }) => to > now && from.getTime() <= now.getTime() + days * dayMs)
    .toSorted((a, b) => a.from.getTime() - b.from.getTime());
}

/** The time on the clocks of a time zone at an instant, in minutes since the midnight on which its week began. */
export function minuteOfWeek(at: Date, timeZone: string): number {
  const shown = new Date(wallClockMs(at.getTime(), timeZone));
  return ((shown.getUTCDay() || 7) - 1) * dayMinutes + shown.getUTCHours() * 60 + shown.getUTCMinutes();
}

/** The time on the clocks of a time zone at an instant, as the milliseconds at which they would show it in UTC. */
function wallClockMs(ms: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  }).formatToParts(ms);
  const of = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value ?? 0);
  return Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute"));
}

/** When the clocks of a time zone show what UTC shows at `wallMs`. */
function instantOf(wallMs: number, timeZone: string): Date {
  const offset = (ms: number) => wallClockMs(ms, timeZone) - ms;
  const near = wallMs - offset(wallMs);
  return new Date(wallMs - offset(near));
}
