import type { Tx } from "#server/kit/database/database.ts";
import type { ContentTables } from "./store/tables.ts";

/** A purchase that a fan made elsewhere, by the transfer that paid for it. */
export type ImportedPurchase = {
  fanId: number;
  itemId: number;
  price: number;
  transferId: number;
  key: string;
  boughtAt: Date;
  /** What the buyer thinks of the item, 1 to 5; null: they said nothing. */
  stars: number | null;
};

/** Writes purchases and their ratings down; those that were imported before are left alone. */
export async function importPurchases(tx: Tx, purchases: readonly ImportedPurchase[]): Promise<void> {
  if (purchases.length === 0) return;
  await tx
    .$extendTables<ContentTables>()
    .insertInto("content.purchase")
    .values(
      purchases.map(({ fanId, itemId, price, transferId, key, boughtAt }) => ({
        fan_id: fanId,
        item_id: itemId,
        price,
        transfer_id: transferId,
        // The balance is read by a fan who asks again under the key of the purchase, which nobody does.
        balance_after: 0,
        idem_key: key,
        bought_at: boughtAt,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const rated = purchases.flatMap(({ fanId, itemId, stars, boughtAt }) =>
    stars === null ? [] : [{ item_id: itemId, fan_id: fanId, stars, rated_at: boughtAt }],
  );
  if (rated.length === 0) return;
  await tx
    .$extendTables<ContentTables>()
    .insertInto("content.rating")
    .values(rated)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
