import type { Language } from "#contract/common.ts";
import { currentLanguage } from "./locale.ts";

/** A day of the calendar in UTC, the same on the server and in every browser: "Nov 21, 2026" and "21 nov 2026". */
export function utcDay(instant: string, language: Language = currentLanguage()): string {
  return new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" }).format(
    new Date(instant),
  );
}
