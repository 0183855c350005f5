import type { Reader, Tx } from "#server/kit/database/database.ts";
import type { Rows } from "./rows.ts";

/** A browser on which a fan wants to be notified, while its session lasts. */
export type Device = {
  id: number;
  fan_id: number;
  token_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  details: boolean;
  added_at: Date;
};

const read = (reader: Reader) => reader.$extendTables<Rows>();
const write = (tx: Tx) => tx.$extendTables<Rows>();
/** The number of each fan's newest devices that are kept. */
const devicesMax = 10;

/** Keeps a session's device in place of the one before; who had its address before is notified there no more. */
export async function saveDevice(tx: Tx, device: Omit<Device, "id">): Promise<void> {
  await write(tx)
    .deleteFrom("push.device")
    .where("token_id", "=", device.token_id)
    .where("endpoint", "<>", device.endpoint)
    .execute();
  await write(tx)
    .insertInto("push.device")
    .values(device)
    .onConflict((conflict) => conflict.column("endpoint").doUpdateSet({ ...device }))
    .execute();
  await write(tx)
    .deleteFrom("push.device")
    .where("fan_id", "=", device.fan_id)
    .where("id", "in", (of) =>
      of
        .selectFrom("push.device")
        .select("id")
        .where("fan_id", "=", device.fan_id)
        .orderBy("added_at", "desc")
        .offset(devicesMax),
    )
    .execute();
}

export function deviceById(reader: Reader, id: number): Promise<Device | undefined> {
  return read(reader).selectFrom("push.device").selectAll().where("id", "=", id).executeTakeFirst();
}

/** The device of a session. */
export function deviceOfSession(reader: Reader, tokenId: string): Promise<Device | undefined> {
  return read(reader)
    .selectFrom("push.device")
    .selectAll()
    .where("token_id", "=", tokenId)
    .orderBy("added_at", "desc")
    .executeTakeFirst();
}

/** The devices of these fans. */
export function devicesOf(reader: Reader, fanIds: readonly number[]) {
  return read(reader)
    .selectFrom("push.device")
    .select(["id", "fan_id", "endpoint", "details", "added_at"])
    .where("fan_id", "in", [...fanIds])
    .orderBy("id")
    .execute();
}

/** Forgets devices; harmless when they are gone. */
export async function deleteDevices(
  tx: Tx,
  which: { id: number } | { tokenId: string } | { fanId: number } | { addedBefore: Date },
): Promise<void> {
  await write(tx)
    .deleteFrom("push.device")
    .$if("id" in which, (rows) => rows.where("id", "=", (which as { id: number }).id))
    .$if("tokenId" in which, (rows) => rows.where("token_id", "=", (which as { tokenId: string }).tokenId))
    .$if("fanId" in which, (rows) => rows.where("fan_id", "=", (which as { fanId: number }).fanId))
    .$if("addedBefore" in which, (rows) =>
      rows.where("added_at", "<", (which as { addedBefore: Date }).addedBefore),
    )
    .execute();
}
