import { useSyncExternalStore } from "react";
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

/** The present day in the reader's own zone, at its first moment; another one from each midnight on. Browser only. */
export function useToday(): Date {
  return new Date(useSyncExternalStore(onNextDay, today, today));
}

const today = () => new Date().toDateString();

/** Calls `listener` at each midnight, and when the page is looked at again: a machine that slept may have missed one. */
function onNextDay(listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    const midnight = new Date();
    midnight.setHours(24, 0, 0, 0);
    timer = setTimeout(next, midnight.getTime() - Date.now());
  };
  const next = () => {
    clearTimeout(timer);
    wait();
    listener();
  };
  wait();
  document.addEventListener("visibilitychange", next);
  return () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", next);
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
