import type { Language } from "#contract/common.ts";
import { useLocale } from "#web/lib/i18n/locale.ts";
import { useHydrated } from "#web/lib/page/lazy.tsx";
import { useToday } from "#web/lib/page/local-time.ts";
import { m } from "#web/paraglide/messages.js";

/** `zone`: undefined is the browser's own. `now`: null writes dates, which are the same in every browser. */
export type DateFormat = { language: Language; zone: string | undefined; now: Date | null };

const dayMs = 24 * 3600 * 1000;

/** The day of an instant, `2026-11-21`. */
export function dayOf(instant: string, { zone }: Pick<DateFormat, "zone">): string {
  return inLocale(instant, "sv", { dateStyle: "short", timeZone: zone });
}

/** The time of day: 9:48 PM or 21:48. */
export function timeOf(instant: string, { language, zone, now }: DateFormat): string {
  if (now === null) return new Date(instant).toISOString().slice(11, 16);
  return inLocale(instant, language, { timeStyle: "short", timeZone: zone });
}

/** A day between messages: today, yesterday, Friday within the last week, else with its date. */
export function dayName(instant: string, format: DateFormat): string {
  const daysAgo = daysBetween(instant, format);
  if (daysAgo === null) return dayOf(instant, format);
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
  if (daysAgo === null) return dayOf(instant, format);
  if (daysAgo <= 0) return timeOf(instant, format);
  if (daysAgo < 7) return inLocale(instant, language, { weekday: "short", timeZone: zone });
  return inLocale(instant, language, { day: "numeric", month: "short", timeZone: zone });
}

function daysBetween(instant: string, format: DateFormat): number | null {
  if (format.now === null) return null;
  const today = dayOf(format.now.toISOString(), format);
  return Math.round((Date.parse(today) - Date.parse(dayOf(instant, format))) / dayMs);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** By a format that is made once: a chat writes several for each message, and to make one takes as long as a hundred uses. */
function inLocale(instant: string, locale: Language | "sv", options: Intl.DateTimeFormatOptions): string {
  const kind = JSON.stringify([locale, options]);
  const format = formats.get(kind) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(kind, format);
  return format.format(new Date(instant));
}

/**
 * How days and times are written: as dates and hours in UTC by the server and while the page is hydrated, then in the
 * reader's zone. The server's keep their room by `className`, and are seen only where there is no JavaScript to correct
 * them: they are hours off for most readers.
 */
export function useDateFormat(): DateFormat & { className: string | undefined } {
  const today = useToday();
  const hydrated = useHydrated();
  return {
    language: useLocale(),
    zone: hydrated ? undefined : "UTC",
    now: hydrated ? today : null,
    className: hydrated ? undefined : "invisible noscript:visible",
  };
}
