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

/**
 * The oldest rows of the streams behind `after` that may be delivered now, stream by stream, up to `ofOneStream` of each. A
 * row that is to be tried again later holds back its whole stream.
 */
export async function takeWaiting(
  db: Database,
  now: Date,
  { after, limit, ofOneStream }: { after: string; limit: number; ofOneStream: number },
): Promise<WaitingEvent[]> {
  // Goes from stream to stream by the index, no further than `limit` asks: neither what a long stream has behind its first
  // rows is read nor the streams behind the last one taken.
  const { rows } = await sql<WaitingEvent>`
    with recursive waiting as (
      (select stream from kit.outbox
       where delivered_at is null and dead_at is null and stream > ${after} order by stream limit 1)
      union all
      select (
        select stream from kit.outbox as next
        where next.delivered_at is null and next.dead_at is null and next.stream > waiting.stream
        order by stream limit 1)
      from waiting where waiting.stream is not null)
    select id, stream, kind, payload, attempts, created_at
    from (
      select oldest.*, waiting.stream
      from waiting cross join lateral (
        select *, bool_or(not_before > ${now}) over (order by id rows unbounded preceding) as held_back
        from (
          select id, kind, payload, attempts, created_at, not_before from kit.outbox as event
          where event.stream = waiting.stream and delivered_at is null and dead_at is null
          order by id limit ${ofOneStream}) as event) as oldest
      where not oldest.held_back
      limit ${limit}) as taken
    order by stream, id`.execute(db);
  return rows;
}

/** Does not wait for the disk: a mark that is lost with the database has its event delivered once more. */
export async function markDelivered(db: Database, ids: number[], now: Date): Promise<void> {
  await sql`
    update kit.outbox set delivered_at = ${now}
    from (select set_config('synchronous_commit', 'off', true)) as unhurried
    where id = any(${ids}::bigint[])`.execute(db);
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
