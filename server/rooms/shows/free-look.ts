import { sql } from "kysely";
import { type Reader, readRows } from "#server/kit/database/database.ts";

/** Seconds of a model's shows that a spy watches for nothing, once a day (UTC). */
const freeSecondsPerDay = 10;

/** How many seconds of this model's shows the fan may watch for nothing; 0 once they have had today's free look. */
export async function freeSpySeconds(
  reader: Reader,
  { fanId, modelId }: { fanId: number; modelId: number },
  now: Date,
): Promise<number> {
  const day = `${now.toISOString().slice(0, 10)}T00:00:00Z`;
  const peeked = sql<{ id: number }>`
    select id from live.participant
     where fan_id = ${fanId} and model_id = ${modelId} and role = 'spy' and free_s > 0
       and started_at >= ${day}::timestamptz limit 1`;
  return (await readRows(reader, peeked)).length > 0 ? 0 : freeSecondsPerDay;
}
