import { inLatinDigits } from "./latin-digits.ts";

/** The last month in which a card is good. */
export type Expiry = { month: number; year: number };

const monthFirst = /^(\d{1,2})\s*[/.\s\p{Pd}]\s*(?:20)?(\d{2})$/u;
const yearFirst = /^20(\d{2})\s*[/.\s\p{Pd}]\s*(\d{1,2})$/u;
const monthAndYear = /^(\d{2})(?:20)?(\d{2})$/;
const yearAndMonth = /^20(\d{2})(\d{2})$/;

/**
 * Reads when a card expires, as people and programs write it, in digits of any script: `03/31`, `3/31`, `3/2031`,
 * `2031-03`, `0331`, `032031`, `203103`. Null for anything else. A year stands in this century.
 */
export function readExpiry(text: string): Expiry | null {
  const plain = inLatinDigits(text).trim();
  const [, year, month] = yearFirst.exec(plain) ?? yearAndMonth.exec(plain) ?? [];
  const [, first, last] = monthFirst.exec(plain) ?? monthAndYear.exec(plain) ?? [];
  const read = { month: Number(month ?? first), year: 2000 + Number(year ?? last) };
  return read.month >= 1 && read.month <= 12 ? read : null;
}

/** `03/31`. */
export function expiryText({ month, year }: Expiry): string {
  return `${twoDigits(month)}/${twoDigits(year % 100)}`;
}

const twoDigits = (value: number) => String(value).padStart(2, "0");

/** The fault of a card's expiry; null where it is good: until the end of its month, by UTC. */
export function expiryProblem(text: string, now: Date): "expiry_format" | "card_expired" | null {
  const expiry = readExpiry(text);
  if (!expiry) return "expiry_format";
  const firstDayAfter = Date.UTC(expiry.year, expiry.month, 1);
  return now.getTime() < firstDayAfter ? null : "card_expired";
}
