/** Minutes of the day, 0 to 1439, in an IANA time zone. `to` may be before `from`: the night is between. */
export type QuietHours = { from: number; to: number; timeZone: string };

const dayMinutes = 1_440;

/** The minute of the day and the day (`2026-05-01`) that a clock in a time zone shows. */
export function localTime(at: Date, timeZone: string): { minute: number; day: string } {
  const parts = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  }).formatToParts(at);
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? "";
  return {
    minute: Number(of("hour")) * 60 + Number(of("minute")),
    day: `${of("year")}-${of("month")}-${of("day")}`,
  };
}

/**
 * When the quiet hours end that it is in now; null outside of them. On the days when clocks change it may be an hour off
 * in either direction: who waits for it asks again then.
 */
export function quietUntil(now: Date, { from, to, timeZone }: QuietHours): Date | null {
  const { minute } = localTime(now, timeZone);
  const isQuiet = from < to ? minute >= from && minute < to : minute >= from || minute < to;
  if (!isQuiet) return null;
  const left = (to - minute + dayMinutes) % dayMinutes;
  return new Date(Math.floor(now.getTime() / 60_000) * 60_000 + left * 60_000);
}
