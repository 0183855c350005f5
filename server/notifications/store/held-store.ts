import { sql } from "kysely";
import type { Tx } from "#server/kit/database/database.ts";

/** Holds back a push for a device; answers whether it is the first one held. */
export async function holdPush(tx: Tx, deviceId: number, itemId: number): Promise<boolean> {
  const held = await heldFor(tx, deviceId);
  await sql`
    insert into notifications.held_push (device_id, item_id) values (${deviceId}, ${itemId})
    on conflict do nothing`.execute(tx);
  return held.length === 0;
}

/** What is held for a device, oldest first. Until the transaction ends nobody else holds back anything for it. */
export async function heldFor(tx: Tx, deviceId: number): Promise<number[]> {
  // One after the other, so that exactly one of them is the first.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`notifications.held.${deviceId}`}, 0))`.execute(
    tx,
  );
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
