import type { Language } from "#contract/common.ts";
import { date, dateTime, utcDay } from "#web/lib/i18n/format.ts";
import { currentLanguage } from "#web/lib/i18n/locale.ts";
import { useHydrated } from "./lazy.tsx";

/**
 * Writes instants as days and times in the reader's zone; by the server, which knows no zone, and while the page is
 * hydrated, as days in UTC.
 */
export function useLocalTime(): { date(instant: string): string; dateTime(instant: string): string } {
  const hydrated = useHydrated();
  return {
    date: (instant) => (hydrated ? date(instant) : utcDay(instant)),
    dateTime: (instant) => (hydrated ? dateTime(instant) : utcDay(instant)),
  };
}

/** The time of day in the reader's own zone, "2:30 PM", with the day of the week unless it is today's. Browser only. */
export function hourOrDay(instant: string | Date, now: Date, language: Language = currentLanguage()): string {
  const at = new Date(instant);
  const isToday = at.toDateString() === now.toDateString();
  return new Intl.DateTimeFormat(language, {
    hour: "numeric",
    minute: "2-digit",
    ...(!isToday && { weekday: "long" }),
  }).format(at);
}
