import { m } from "#web/paraglide/messages.js";

/** Days in UTC, `YYYY-MM-DD`, both included. */
export type Span = { from: string; to: string };

const dayMs = 86_400_000;
const spanDaysMax = 366;

const dayOf = (at: Date) => at.toISOString().slice(0, 10);
const daysBefore = (now: Date, days: number) => dayOf(new Date(now.getTime() - days * dayMs));
const firstOfMonth = (now: Date, months: number) =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1));

/** The spans that are one press away, the first of them shown at first. */
export function usualSpans(now: Date): (Span & { text: string })[] {
  const today = dayOf(now);
  return [
    { from: daysBefore(now, 29), to: today, text: m.earnings_days_30() },
    { from: daysBefore(now, 6), to: today, text: m.earnings_days_7() },
    { from: dayOf(firstOfMonth(now, 0)), to: today, text: m.earnings_this_month() },
    {
      from: dayOf(firstOfMonth(now, -1)),
      to: daysBefore(firstOfMonth(now, 0), 1),
      text: m.earnings_last_month(),
    },
  ];
}

/** A day as the contract takes it: from 1970 to 9999, as `2026-05-01`. */
const isDay = (text: string) => {
  const at = /^(19[7-9]\d|[2-9]\d{3})-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(at) && dayOf(new Date(at)) === text;
};

/** Can these days be asked for? */
export function isSane({ from, to }: Span): boolean {
  if (!isDay(from) || !isDay(to)) return false;
  const days = (Date.parse(to) - Date.parse(from)) / dayMs;
  return days >= 0 && days < spanDaysMax;
}

/** The days that an address names; the last thirty where it names none that can be asked for. */
export function spanOf(query: URLSearchParams, now: Date): Span {
  const named = { from: query.get("from") ?? "", to: query.get("to") ?? "" };
  const [first = named] = usualSpans(now);
  return isSane(named) ? named : { from: first.from, to: first.to };
}
