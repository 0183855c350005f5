import { sql } from "kysely";
import { type Reader, readRows } from "#server/kit/database/database.ts";

/** Seconds of a model's shows that a spy watches for nothing in a day (UTC). */
const freeSecondsPerDay = 10;

/**
 * The seconds of this model's shows that the fan may watch for nothing: the rest of today's. Seconds that never
 * flowed are not used up; a visit that still runs may yet use all that it began with.
 */
export async function freeSpySeconds(
  reader: Reader,
  { fanId, modelId }: { fanId: number; modelId: number },
  now: Date,
): Promise<number> {
  const day = `${now.toISOString().slice(0, 10)}T00:00:00Z`;
  const visits = sql<{ used_ms: number | string }>`
    select coalesce(sum(case when ended_at is null then free_s * 1000
                             else least(served_ms, free_s * 1000) end), 0) as used_ms
      from live.participant
     where fan_id = ${fanId} and model_id = ${modelId} and role = 'spy' and free_s > 0
       and started_at >= ${day}::timestamptz`;
  const [used] = await readRows(reader, visits);
  // Summed before it is rounded: short visits are no endless look.
  return Math.max(0, freeSecondsPerDay - Math.floor(Number(used?.used_ms ?? 0) / 1000));
}
