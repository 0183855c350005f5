import { sql } from "kysely";
import { type Reader, readRows, type Tx } from "#server/kit/database/database.ts";
import type { MessagingTables } from "./tables.ts";

/** Whether only a model's subscribers write in the model's chats. */
export async function isForSubscribers(reader: Reader, modelId: number): Promise<boolean> {
  const rows = await readRows(
    reader,
    sql<{ model_id: number }>`select model_id from messaging.subscribers_only where model_id = ${modelId}`,
  );
  return rows.length > 0;
}

/** Lets only a model's subscribers write in the model's chats, or every fan. Safe to repeat. */
export async function storeForSubscribers(tx: Tx, modelId: number, on: boolean, since: Date): Promise<void> {
  const rules = tx.$extendTables<MessagingTables>();
  if (on)
    await rules
      .insertInto("messaging.subscribers_only")
      .values({ model_id: modelId, since })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  else await rules.deleteFrom("messaging.subscribers_only").where("model_id", "=", modelId).execute();
}
