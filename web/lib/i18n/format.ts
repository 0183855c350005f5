import type { Language } from "#contract/common.ts";
import { currentLanguage } from "./locale.ts";

/** Whole tokens with grouping: 1,240 in English, 1.240 in Spanish. */
export function tokens(amount: number, language: Language = currentLanguage()): string {
  return group(String(Math.trunc(amount)), language);
}

/** US dollars with two decimals, written alike in both languages: $24.99 and $1,024.99. */
export function money(amount: number): string {
  const [whole = "0", cents = "00"] = Math.abs(amount).toFixed(2).split(".");
  const sign = amount < 0 ? "−" : "";
  return `${sign}$${group(whole, "en")}.${cents}`;
}

/** A count in little room: 312, 1.3k, 12k; in Spanish 1,3 k. */
export function shortCount(value: number, language: Language = currentLanguage()): string {
  if (value < 1_000) return String(value);
  const [scaled, unit] = value < 999_500 ? [value / 1_000, "k"] : [value / 1_000_000, "M"];
  const digits = scaled < 9.95 ? scaled.toFixed(1).replace(/\.0$/, "") : String(Math.round(scaled));
  return language === "es" ? `${digits.replace(".", ",")} ${unit}` : `${digits}${unit}`;
}

/** A badge's number: 100 and more is "99+". */
export function countText(value: number): string {
  return value >= 100 ? "99+" : String(Math.max(0, value));
}

/** How long ago, in the largest whole unit: "2 h", "40 min", "3 d". Under a minute is 1 min. */
export function ago(instant: string | Date, now: Date, language: Language = currentLanguage()): string {
  const minutes = Math.max(1, Math.floor((now.getTime() - new Date(instant).getTime()) / 60_000));
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h`;
  return `${tokens(Math.floor(minutes / (24 * 60)), language)} d`;
}

/** Minutes and seconds, as on a clock: 04:12; from an hour on 1:04:12. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [h, min, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (value: number) => String(value).padStart(2, "0");
  return h > 0 ? `${h}:${two(min)}:${two(s)}` : `${two(min)}:${two(s)}`;
}

/** A day and time in the reader's own zone: "Nov 21, 2026, 12:30 PM". Browser only: the server knows no zone. */
export function dateTime(instant: string | Date, language: Language = currentLanguage()): string {
  return new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(
    new Date(instant),
  );
}

/** A day: "Nov 21, 2026" and "21 nov 2026". */
export function date(instant: string | Date, language: Language = currentLanguage()): string {
  return new Intl.DateTimeFormat(language, { dateStyle: "medium" }).format(new Date(instant));
}

/** Grouping by hand: Intl leaves four digits ungrouped in Spanish, and columns of prices would not line up. */
export function group(digits: string, language: Language): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, language === "es" ? "." : ",");
}

const months: Record<Language, string> = {
  en: "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec",
  es: "ene feb mar abr may jun jul ago sept oct nov dic",
};

/** The short name of a month, from 0 on. */
export const monthName = (month: number, language: Language): string | undefined =>
  months[language].split(" ")[month];

/**
 * A day of the calendar in UTC: "Nov 21, 2026" and "21 nov 2026". By hand, as the server draws it first: Node and browsers
 * abbreviate months each by their own data, and what makes dates takes a phone a tenth of a second to make.
 * @throws RangeError on what is no time.
 */
export function utcDay(instant: string, language: Language = currentLanguage()): string {
  const [year, month, day] = new Date(instant).toISOString().slice(0, 10).split("-").map(Number);
  const name = monthName(Number(month) - 1, language);
  return language === "es" ? `${day} ${name} ${year}` : `${name} ${day}, ${year}`;
}
