import type { Reader, Tx } from "#server/kit/database/database.ts";
import type { Alert } from "./alerts-store.ts";

type Tables = { "notifications.public_again": { fan_id: number; model_id: number; asked_at: Date } };

const read = (reader: Reader) => reader.$extendTables<Tables>();
const write = (tx: Tx) => tx.$extendTables<Tables>();

/** Remembers that a fan wants to know when a model is public again; asked twice, it is the first one. */
export async function insertAwaiting(tx: Tx, { fanId, modelId }: Alert, at: Date): Promise<void> {
  await write(tx)
    .insertInto("notifications.public_again")
    .values({ fan_id: fanId, model_id: modelId, asked_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Forgets it; harmless when there is nothing to forget. */
export async function deleteAwaiting(tx: Tx, { fanId, modelId }: Alert): Promise<void> {
  await write(tx)
    .deleteFrom("notifications.public_again")
    .where("model_id", "=", modelId)
    .where("fan_id", "=", fanId)
    .execute();
}

/** The fans who wait for a model, who are forgotten by asking. Those who asked before `since` wait no longer. */
export async function takeAwaiting(tx: Tx, modelId: number, since: Date): Promise<number[]> {
  const rows = await write(tx)
    .deleteFrom("notifications.public_again")
    .where("model_id", "=", modelId)
    .returning(["fan_id", "asked_at"])
    .execute();
  return rows.filter(({ asked_at }) => asked_at >= since).map(({ fan_id }) => fan_id);
}

/** Whom a fan waits for, oldest first. */
export function awaitedBy(reader: Reader, fanId: number, limit: number) {
  return read(reader)
    .selectFrom("notifications.public_again")
    .select(["model_id", "asked_at"])
    .where("fan_id", "=", fanId)
    .orderBy("asked_at")
    .limit(limit)
    .execute();
}

/** Forgets all that a user waits for, and all who wait for them. */
export async function deleteAwaitingOf(tx: Tx, userId: number): Promise<void> {
  await write(tx)
    .deleteFrom("notifications.public_again")
    .where((row) => row.or([row("fan_id", "=", userId), row("model_id", "=", userId)]))
    .execute();
}
