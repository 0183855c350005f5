import { sql } from "kysely";
import { type Reader, readRows, type Tx } from "#server/kit/database/database.ts";
import type { Books } from "./books.ts";

/** How a day (ISO 8601, UTC) stood when its report was made: its payments that succeeded, and what differed. */
export type DayReport = { day: string; madeAt: Date; payments: number; differences: number };

/** The days among these that have a report. */
export async function reportedDays(reader: Reader, days: readonly Date[]): Promise<Set<string>> {
  const rows = await readRows(
    reader,
    sql<{ day: string }>`select day::text from payments.day_report
      where day in (${sql.join(days.map((day) => sql`${day.toISOString().slice(0, 10)}::date`))})`,
  );
  return new Set(rows.map(({ day }) => day));
}

/** Writes a day's report; answers false when there is one. */
export async function insertDayReport(
  tx: Tx,
  { day, madeAt, lines, differences }: Books & { day: string; madeAt: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into payments.day_report (day, made_at, lines, differences)
    values (${day}::date, ${madeAt}, ${JSON.stringify(lines)}::jsonb, ${JSON.stringify(differences)}::jsonb)
    on conflict do nothing returning day`.execute(tx);
  return rows.length > 0;
}

/** The newest reports, the latest day first. */
export function latestDayReports(reader: Reader, max: number): Promise<DayReport[]> {
  return readRows(
    reader,
    sql<DayReport>`
      select day::text, made_at as "madeAt", jsonb_array_length(differences) as differences,
        (select coalesce(sum((line ->> 'count')::int), 0)::int from jsonb_array_elements(lines) as line
          where line ->> 'step' = 'succeeded') as payments
      from payments.day_report order by day desc limit ${max}`,
  );
}
