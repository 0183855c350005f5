import type { Language } from "#contract/common.ts";
import { m } from "#web/paraglide/messages.js";

/** Where the reader's days begin: the browser's own zone, or UTC while the server draws. */
export type Reckoning = { language: Language; zone: string | undefined; now: Date };

const DAY_MS = 24 * 3600 * 1000;

/** The day of an instant, `2026-11-21`. */
export function dayOf(instant: string, { zone }: Pick<Reckoning, "zone">): string {
  return new Intl.DateTimeFormat("sv", { dateStyle: "short", timeZone: zone }).format(new Date(instant));
}

/** The time of day: 9:48 PM or 21:48. */
export function timeOf(instant: string, { language, zone }: Reckoning): string {
  return format(instant, language, { timeStyle: "short", timeZone: zone });
}

/** A day between messages: today, yesterday, Friday within the last week, else with its date. */
export function dayName(instant: string, reckoning: Reckoning): string {
  const daysAgo = daysBetween(instant, reckoning);
  if (daysAgo <= 0) return m.inbox_today();
  if (daysAgo === 1) return m.inbox_yesterday();
  const { language, zone } = reckoning;
  if (daysAgo < 7) return format(instant, language, { weekday: "long", timeZone: zone });
  return format(instant, language, { dateStyle: "medium", timeZone: zone });
}

/** When something last happened, in little room: the time today, the day of the week, or the date. */
export function shortWhen(instant: string, reckoning: Reckoning): string {
  const daysAgo = daysBetween(instant, reckoning);
  const { language, zone } = reckoning;
  if (daysAgo <= 0) return timeOf(instant, reckoning);
  if (daysAgo < 7) return format(instant, language, { weekday: "short", timeZone: zone });
  return format(instant, language, { day: "numeric", month: "short", timeZone: zone });
}

function daysBetween(instant: string, reckoning: Reckoning): number {
  const today = dayOf(reckoning.now.toISOString(), reckoning);
  return Math.round((Date.parse(today) - Date.parse(dayOf(instant, reckoning))) / DAY_MS);
}

function format(instant: string, language: Language, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(language, options).format(new Date(instant));
}
