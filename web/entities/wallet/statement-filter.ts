import { kindsToChoose } from "./entry-kinds.ts";

/** Days are UTC, `YYYY-MM-DD`, both included; empty is no limit. */
export type StatementFilter = { type: string; from: string; to: string };

export const everything: StatementFilter = { type: "", from: "", to: "" };

/** The parts of a filter that limit anything. */
export function chosen(filter: StatementFilter): Partial<StatementFilter> {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ""));
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** The filter that an address names, as far as it can be asked for. */
export function filterIn(address: URLSearchParams): StatementFilter {
  const named = (part: keyof StatementFilter) => address.get(part) ?? "";
  const day = (text: string) => (isDay(text) ? text : "");
  return {
    type: kindsToChoose.includes(named("type")) ? named("type") : "",
    from: day(named("from")),
    to: day(named("to")),
  };
}

/** The address of a page with the filter: the statement, or a receipt whose way back leads to what was shown. */
export function withFilter(filter: StatementFilter, path = "/settings/statement"): string {
  const query = new URLSearchParams(chosen(filter)).toString();
  return query === "" ? path : `${path}?${query}`;
}

/** The statement as it was filtered where somebody came to this page from it. */
export const statementPath = (address: URLSearchParams): string => withFilter(filterIn(address));
