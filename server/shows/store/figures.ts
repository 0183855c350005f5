import { sql } from "kysely";
import { type Reader, readRows } from "#server/kit/database/database.ts";

/** How many take part in shows now, of one kind of show and in one part. */
export type OpenNow = { mode: string; role: string; count: number };

/** How many take part in shows now, by the kind of the show and their part in it. */
export function openNow(reader: Reader): Promise<OpenNow[]> {
  return readRows(
    reader,
    sql<OpenNow>`
      select session.mode, participant.role, count(*)::int as count
      from live.participant join live.session on session.id = participant.session_id
      where participant.ended_at is null
      group by 1, 2 order by 1, 2`,
  );
}

/** Until when the meter is kept of the open participant who has gone without longest; null where nobody takes part. */
export async function keptUntil(reader: Reader): Promise<Date | null> {
  const [row] = await readRows(
    reader,
    sql<{ until: Date | null }>`
      select min(lease_until) as until from live.participant where ended_at is null`,
  );
  return row?.until ?? null;
}
