import { date, dateTime, utcDay } from "#web/lib/i18n/format.ts";
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
