import { useState } from "react";
import type { Language } from "#contract/common.ts";
import { useAlive } from "#web/lib/hydration/use-alive.ts";
import { useLocale } from "#web/lib/i18n/locale.ts";
import { m } from "#web/paraglide/messages.js";

/** Where the reader's days begin: the browser's own zone, or UTC while the server draws. */
export type DateFormat = { language: Language; zone: string | undefined; now: Date };

const DAY_MS = 24 * 3600 * 1000;

/** The day of an instant, `2026-11-21`. */
export function dayOf(instant: string, { zone }: Pick<DateFormat, "zone">): string {
  return new Intl.DateTimeFormat("sv", { dateStyle: "short", timeZone: zone }).format(new Date(instant));
}

/** The time of day: 9:48 PM or 21:48. */
export function timeOf(instant: string, { language, zone }: DateFormat): string {
  return inLocale(instant, language, { timeStyle: "short", timeZone: zone });
}

/** A day between messages: today, yesterday, Friday within the last week, else with its date. */
export function dayName(instant: string, format: DateFormat): string {
  const daysAgo = daysBetween(instant, format);
  if (daysAgo <= 0) return m.inbox_today();
  if (daysAgo === 1) return m.inbox_yesterday();
  const { language, zone } = format;
  if (daysAgo < 7) return inLocale(instant, language, { weekday: "long", timeZone: zone });
  return inLocale(instant, language, { dateStyle: "medium", timeZone: zone });
}

/** When something last happened, in little room: the time today, the day of the week, or the date. */
export function shortWhen(instant: string, format: DateFormat): string {
  const daysAgo = daysBetween(instant, format);
  const { language, zone } = format;
  if (daysAgo <= 0) return timeOf(instant, format);
  if (daysAgo < 7) return inLocale(instant, language, { weekday: "short", timeZone: zone });
  return inLocale(instant, language, { day: "numeric", month: "short", timeZone: zone });
}

function daysBetween(instant: string, format: DateFormat): number {
  const today = dayOf(format.now.toISOString(), format);
  return Math.round((Date.parse(today) - Date.parse(dayOf(instant, format))) / DAY_MS);
}

function inLocale(instant: string, language: Language, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(language, options).format(new Date(instant));
}

/**
 * How days and times are written here: as on the server until the page has come to life. Until then they keep their
 * room by `className`, but are not seen: the server's hours are hours off for most readers.
 */
export function useDateFormat(): DateFormat & { className: string | undefined } {
  const [now] = useState(() => new Date());
  const alive = useAlive();
  return {
    language: useLocale(),
    zone: alive ? undefined : "UTC",
    now,
    className: alive ? undefined : "invisible",
  };
}
