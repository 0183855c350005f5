import type { Selectable } from "kysely";
import type { Tx } from "#server/kit/database/database.ts";
import { inSubscriptions, type SubscriptionTables } from "./tables.ts";

export type WishRow = Selectable<SubscriptionTables["subscriptions.wish"]>;

/** What a fan wished under this idempotency key before. */
export function wishOf(tx: Tx, fanId: number, key: string): Promise<WishRow | undefined> {
  return inSubscriptions(tx)
    .selectFrom("subscriptions.wish")
    .selectAll()
    .where("fan_id", "=", fanId)
    .where("key", "=", key)
    .executeTakeFirst();
}

export async function keepWish(tx: Tx, wish: WishRow): Promise<void> {
  await inSubscriptions(tx).insertInto("subscriptions.wish").values(wish).execute();
}
