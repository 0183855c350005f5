import type { Reader, Tx } from "#server/kit/database/database.ts";
import type { NotificationsTables } from "./tables.ts";

const read = (reader: Reader) => reader.$extendTables<NotificationsTables>();
const write = (tx: Tx) => tx.$extendTables<NotificationsTables>();

export type Pair = { fanId: number; modelId: number };

/** Does the fan want to be told about the model? */
export async function hasWish(reader: Reader, { fanId, modelId }: Pair): Promise<boolean> {
  const row = await read(reader)
    .selectFrom("notifications.wish")
    .select("fan_id")
    .where("model_id", "=", modelId)
    .where("fan_id", "=", fanId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Does anybody want to be told about the model? */
export async function isWishedFor(reader: Reader, modelId: number): Promise<boolean> {
  const row = await read(reader)
    .selectFrom("notifications.wish")
    .select("fan_id")
    .where("model_id", "=", modelId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Adds a wish; harmless when it is there. */
export async function insertWish(tx: Tx, { fanId, modelId }: Pair, at: Date): Promise<void> {
  await write(tx)
    .insertInto("notifications.wish")
    .values({ fan_id: fanId, model_id: modelId, asked_at: at, told_of: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Takes a wish back; answers whether there was one. */
export async function deleteWish(tx: Tx, { fanId, modelId }: Pair): Promise<boolean> {
  const gone = await write(tx)
    .deleteFrom("notifications.wish")
    .where("model_id", "=", modelId)
    .where("fan_id", "=", fanId)
    .executeTakeFirst();
  return gone.numDeletedRows > 0n;
}

/** The next fans of a model who have not been told of this broadcast, by id, marked as told in the same breath. */
export async function takeUntold(
  tx: Tx,
  wanted: { modelId: number; broadcast: Date; afterFan: number; limit: number },
): Promise<number[]> {
  const rows = await write(tx)
    .updateTable("notifications.wish")
    .set({ told_of: wanted.broadcast })
    .where("model_id", "=", wanted.modelId)
    .where("fan_id", "in", (of) =>
      of
        .selectFrom("notifications.wish")
        .select("fan_id")
        .where("model_id", "=", wanted.modelId)
        .where("fan_id", ">", wanted.afterFan)
        .where("told_of", "is distinct from", wanted.broadcast)
        .orderBy("fan_id")
        .limit(wanted.limit)
        .forUpdate(),
    )
    .returning("fan_id")
    .execute();
  return rows.map(({ fan_id }) => fan_id).sort((one, other) => one - other);
}

/** A fan's wishes, oldest first. */
export function wishesOf(reader: Reader, fanId: number, limit: number) {
  return read(reader)
    .selectFrom("notifications.wish")
    .select(["model_id", "asked_at"])
    .where("fan_id", "=", fanId)
    .orderBy("asked_at")
    .limit(limit)
    .execute();
}

/** Forgets whom a person wanted to hear of, and who wanted to hear of them. Safe to repeat. */
export async function deleteWishesOf(tx: Tx, personId: number): Promise<void> {
  await write(tx)
    .deleteFrom("notifications.wish")
    .where((wish) => wish.or([wish("fan_id", "=", personId), wish("model_id", "=", personId)]))
    .execute();
}
