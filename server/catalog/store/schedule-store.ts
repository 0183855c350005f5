import { sql } from "kysely";
import { type Reader, readRows, type Tx } from "#server/kit/database/database.ts";
import type { WeeklyHours } from "../rules/schedule.ts";
import type { CatalogTables } from "./tables.ts";

export type ScheduleRow = { timeZone: string; hours: WeeklyHours[] };

/** When a model means to be on air each week, in the order of the week; undefined when they never set any. */
export async function scheduleOf(reader: Reader, modelId: number): Promise<ScheduleRow | undefined> {
  const rows = await reader
    .$extendTables<CatalogTables>()
    .selectFrom("catalog.schedule as schedule")
    .leftJoin("catalog.schedule_hours as hours", "hours.model_id", "schedule.model_id")
    .select(["schedule.time_zone", "hours.weekday", "hours.from_minute", "hours.to_minute"])
    .where("schedule.model_id", "=", modelId)
    .orderBy("hours.weekday")
    .orderBy("hours.from_minute")
    .execute();
  const [first] = rows;
  if (!first) return undefined;
  const hours = rows.flatMap(({ weekday, from_minute, to_minute }) =>
    weekday === null || from_minute === null || to_minute === null
      ? []
      : [{ weekday, fromMinute: from_minute, toMinute: to_minute }],
  );
  return { timeZone: first.time_zone, hours };
}

/** The time zones that models have named. */
export async function scheduledZones(reader: Reader): Promise<string[]> {
  const rows = await reader
    .$extendTables<CatalogTables>()
    .selectFrom("catalog.schedule")
    .select("time_zone")
    .distinct()
    .execute();
  return rows.map(({ time_zone }) => time_zone);
}

/**
 * The models in some time zones whose hours begin from an hour before to two after what the clocks there show, in minutes of
 * the week: more than is wanted, so that days on which clocks change lose none.
 */
export async function modelsWithHoursNear(
  reader: Reader,
  clocks: readonly { timeZone: string; minute: number }[],
): Promise<number[]> {
  // The clocks' time comes from outside: the database does not know each name of a zone, and would refuse the query.
  const zones = clocks.map(({ timeZone }) => timeZone);
  const minutes = clocks.map(({ minute }) => minute);
  const rows = await readRows(
    reader,
    sql<{ model_id: number }>`
      select distinct schedule.model_id
      from unnest(${zones}::text[], ${minutes}::int[]) as there (time_zone, minute)
      join catalog.schedule as schedule on schedule.time_zone = there.time_zone
      join catalog.schedule_hours as hours on hours.model_id = schedule.model_id
      where ((hours.weekday - 1) * 1440 + hours.from_minute - there.minute + 60 + 10080) % 10080 <= 180
      order by schedule.model_id`,
  );
  return rows.map(({ model_id }) => model_id);
}

/** Replaces a model's hours. */
export async function saveSchedule(
  tx: Tx,
  modelId: number,
  { timeZone: time_zone, hours }: ScheduleRow,
  at: Date,
): Promise<void> {
  const mine = tx.$extendTables<CatalogTables>();
  const changes = { time_zone, updated_at: at };
  // The model's row is the lock that keeps two changes of one schedule apart.
  await mine
    .insertInto("catalog.schedule")
    .values({ model_id: modelId, ...changes })
    .onConflict((conflict) => conflict.column("model_id").doUpdateSet(changes))
    .execute();
  await mine.deleteFrom("catalog.schedule_hours").where("model_id", "=", modelId).execute();
  if (hours.length === 0) return;
  await mine
    .insertInto("catalog.schedule_hours")
    .values(
      hours.map(({ weekday, fromMinute, toMinute }) => ({
        model_id: modelId,
        weekday,
        from_minute: fromMinute,
        to_minute: toMinute,
      })),
    )
    .execute();
}

/** Forgets it. Safe to repeat. */
export async function deleteSchedule(tx: Tx, modelId: number): Promise<void> {
  await tx
    .$extendTables<CatalogTables>()
    .deleteFrom("catalog.schedule")
    .where("model_id", "=", modelId)
    .execute();
}
