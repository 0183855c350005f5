import type { Reader, Tx } from "#server/kit/database/database.ts";
import type { Alert } from "./alerts-store.ts";
import type { Rows } from "./rows.ts";

const read = (reader: Reader) => reader.$extendTables<Rows>();
const write = (tx: Tx) => tx.$extendTables<Rows>();

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

/** Whether anybody waits for a model. */
export async function isAwaited(reader: Reader, modelId: number): Promise<boolean> {
  const found = await read(reader)
    .selectFrom("notifications.public_again")
    .select("fan_id")
    .where("model_id", "=", modelId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Takes the next fans who wait for a model, by id, and forgets them; `last` is where the rest begins, null after the
 * last ones. Fans who asked before `since` wait no longer. Each fan is answered to only one of several who ask at
 * once.
 */
export async function takeAwaiting(
  tx: Tx,
  modelId: number,
  { since, afterFan, limit }: { since: Date; afterFan: number; limit: number },
): Promise<{ fanIds: number[]; last: number | null }> {
  const next = await read(tx)
    .selectFrom("notifications.public_again")
    .select("fan_id")
    .where("model_id", "=", modelId)
    .where("fan_id", ">", afterFan)
    .orderBy("fan_id")
    .limit(limit)
    .execute();
  const ids = next.map(({ fan_id }) => fan_id);
  // Another may take some of them meanwhile: whether there are more is known by how many were found.
  const last = ids.length === limit ? (ids.at(-1) ?? null) : null;
  const rows = await write(tx)
    .deleteFrom("notifications.public_again")
    .where("model_id", "=", modelId)
    .where("fan_id", "in", [0, ...ids])
    .returning(["fan_id", "asked_at"])
    .execute();
  return { fanIds: rows.filter(({ asked_at }) => asked_at >= since).map(({ fan_id }) => fan_id), last };
}

/** The models that a fan waits for, oldest first. */
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
