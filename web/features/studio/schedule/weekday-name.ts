import type { Language } from "#contract/common.ts";
import { currentLanguage } from "#web/lib/i18n/locale.ts";

export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

/** A day of the week, 1 is Monday: "Monday" and "lunes". */
export function weekdayName(weekday: number, language: Language = currentLanguage()): string {
  // 5 January 1970 was a Monday.
  const day = new Date(Date.UTC(1970, 0, 4 + weekday));
  return new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" }).format(day);
}
