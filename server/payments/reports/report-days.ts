import { inTransaction } from "#server/kit/database/transaction.ts";
import type { PaymentsNeeds } from "../needs.ts";
import type { Difference } from "../store/books.ts";
import { insertDayReport, reportedDays } from "../store/day-reports.ts";
import { readBooks } from "./books.ts";

const dayMs = 86_400_000;
/** Days that are made up for after the product was down. */
const daysBack = 14;
/** A day is closed this long after its end: what was under way at midnight is final by then, or has been open for an hour. */
const settleMs = 3_600_000;

/**
 * Writes down how the books of each day (UTC) that is over stand, once; days that have no report yet, of the last two
 * weeks, are made up for. Answers how many it wrote. Safe on several nodes at once.
 */
export async function reportDays(needs: PaymentsNeeds): Promise<number> {
  const { db, clock, log } = needs;
  const now = clock.now();
  const today = Math.floor((now.getTime() - settleMs) / dayMs) * dayMs;
  const days = Array.from({ length: daysBack }, (_, back) => new Date(today - (back + 1) * dayMs));
  const done = await reportedDays(db, days);
  let written = 0;
  for (const from of days.toReversed()) {
    const day = dayOf(from);
    if (done.has(day)) continue;
    const books = await readBooks(needs, { from, before: new Date(from.getTime() + dayMs) });
    const isNew = await inTransaction(db, (tx) => insertDayReport(tx, { day, madeAt: now, ...books }));
    if (!isNew) continue;
    written++;
    if (books.differences.length > 0)
      log.error({ day, differences: kindsOf(books.differences) }, "the books of a day differ");
  }
  return written;
}

/** ISO 8601 date, UTC. */
const dayOf = (at: Date) => at.toISOString().slice(0, 10);

function kindsOf(differences: readonly Difference[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind } of differences) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}
