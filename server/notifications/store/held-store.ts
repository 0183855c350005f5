import { sql } from "kysely";
import type { Tx } from "#server/kit/database/database.ts";

/** Holds back a push for a device; answers whether it is the first one held. */
export async function holdPush(tx: Tx, deviceId: number, itemId: number): Promise<boolean> {
  // One after the other, so that exactly one of them is the first.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`notifications.held.${deviceId}`}, 0))`.execute(
    tx,
  );
  const { rows } = await sql<{ held: number }>`
    select count(*) as held from notifications.held_push where device_id = ${deviceId}`.execute(tx);
  await sql`
    insert into notifications.held_push (device_id, item_id) values (${deviceId}, ${itemId})
    on conflict do nothing`.execute(tx);
  return rows[0]?.held === 0;
}

/** Takes what is held for a device, oldest first. */
export async function takeHeld(tx: Tx, deviceId: number): Promise<number[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`notifications.held.${deviceId}`}, 0))`.execute(
    tx,
  );
  const { rows } = await sql<{ item_id: number }>`
    delete from notifications.held_push where device_id = ${deviceId} returning item_id`.execute(tx);
  return rows.map(({ item_id }) => item_id).sort((one, other) => one - other);
}
