import { sql } from "kysely";
import { type Reader, readRows, type Tx } from "#server/kit/database/database.ts";

/** Holds back a push for a device; until the transaction ends, {@link heldFor} waits. */
export async function holdPush(tx: Tx, deviceId: number, itemId: number): Promise<void> {
  await lockHeld(tx, deviceId);
  await sql`
    insert into notifications.held_push (device_id, item_id) values (${deviceId}, ${itemId})
    on conflict do nothing`.execute(tx);
}

/**
 * The notifications held for a device, oldest first. Until the transaction ends nobody else holds back anything for
 * it.
 */
export async function heldFor(tx: Tx, deviceId: number): Promise<number[]> {
  // A job that begins while something is being held back must find it: that has no job of its own then.
  await lockHeld(tx, deviceId);
  const { rows } = await sql<{ item_id: number }>`
    select item_id from notifications.held_push where device_id = ${deviceId} order by item_id`.execute(tx);
  return rows.map(({ item_id }) => item_id);
}

/** These are held for a device no longer; harmless when they are not. */
export async function deleteHeld(tx: Tx, deviceId: number, itemIds: readonly number[]): Promise<void> {
  await sql`
    delete from notifications.held_push
    where device_id = ${deviceId} and item_id = any (${[...itemIds]}::bigint[])`.execute(tx);
}

/** The next devices that something is held for, by their id, each with the fan of the latest. */
export function devicesWithHeld(
  reader: Reader,
  { after, limit }: { after: number; limit: number },
): Promise<{ deviceId: number; fanId: number }[]> {
  return readRows(
    reader,
    sql<{ deviceId: number; fanId: number }>`
      select device_id as "deviceId", fan_id as "fanId"
      from (
        select device_id, max(item_id) as item_id from notifications.held_push
        where device_id > ${after} group by device_id order by device_id limit ${limit}
      ) as held join notifications.item on id = item_id
      order by device_id`,
  );
}

/** Drops what is held of notifications older than `before`; answers how many. */
export async function deleteHeldBefore(tx: Tx, before: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from notifications.held_push using notifications.item where id = item_id and at < ${before}`.execute(
    tx,
  );
  return Number(numAffectedRows);
}

async function lockHeld(tx: Tx, deviceId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`notifications.held.${deviceId}`}, 0))`.execute(
    tx,
  );
}
