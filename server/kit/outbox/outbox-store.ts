import { sql } from "kysely";
import { type Database, type Reader, readRows } from "#server/kit/database/database.ts";

/** A row that waits to be delivered. */
export type WaitingEvent = {
  id: number;
  stream: string;
  kind: string;
  payload: unknown;
  attempts: number;
  created_at: Date;
};

/** The oldest rows that may be delivered now. A row that is to be tried again later holds back its whole stream. */
export async function takeWaiting(db: Database, now: Date, limit: number): Promise<WaitingEvent[]> {
  const { rows } = await sql<WaitingEvent>`
    select id, stream, kind, payload, attempts, created_at
    from kit.outbox as event
    where delivered_at is null and dead_at is null and not exists (
      select from kit.outbox as earlier
      where earlier.stream = event.stream and earlier.id <= event.id and earlier.not_before > ${now}
        and earlier.delivered_at is null and earlier.dead_at is null)
    order by id
    limit ${limit}`.execute(db);
  return rows;
}

export async function markDelivered(db: Database, ids: number[], now: Date): Promise<void> {
  await sql`update kit.outbox set delivered_at = ${now} where id = any(${ids}::bigint[])`.execute(db);
}

export async function markFailed(db: Database, id: number, error: string, notBefore: Date): Promise<void> {
  await sql`
    update kit.outbox set attempts = attempts + 1, last_error = ${error}, not_before = ${notBefore}
    where id = ${id}`.execute(db);
}

/** Sets a row aside for good, so that its stream continues; it stays for an operator to inspect. */
export async function markDead(db: Database, id: number, error: string, now: Date): Promise<void> {
  await sql`
    update kit.outbox set attempts = attempts + 1, last_error = ${error}, dead_at = ${now}
    where id = ${id}`.execute(db);
}

/** Deletes rows delivered before `before`, at most 10,000 at a time. Answers how many. */
export async function purgeDelivered(db: Database, before: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from kit.outbox
    where id in (select id from kit.outbox where delivered_at < ${before} order by delivered_at limit 10000)`.execute(
    db,
  );
  return Number(numAffectedRows);
}

/** How long the oldest row that is neither delivered nor set aside has waited; 0 when there is none. */
export async function oldestWaitingSeconds(reader: Reader, now: Date): Promise<number> {
  const [oldest] = await readRows(
    reader,
    sql<{ seconds: number }>`
      select coalesce(greatest(extract(epoch from ${now} - min(created_at)), 0), 0)::float8 as seconds
      from kit.outbox where delivered_at is null and dead_at is null`,
  );
  return oldest?.seconds ?? 0;
}
