import { type Insertable, sql } from "kysely";
import { type Reader, readRows, type Tx } from "#server/kit/database/database.ts";
import { inSubscriptions, type SubscriptionTables } from "./tables.ts";

/** Keeps a part of a payment that went back. The database refuses one that with the others is more than was paid. */
export async function insertPart(
  tx: Tx,
  part: Insertable<SubscriptionTables["subscriptions.part_refund"]>,
): Promise<void> {
  await inSubscriptions(tx).insertInto("subscriptions.part_refund").values(part).execute();
}

/** The cents of a payment that went back in parts. */
export async function centsBack(
  reader: Reader,
  subscriptionId: number,
  transactionId: string,
): Promise<number> {
  const [sum] = await readRows(
    reader,
    sql<{ cents: number }>`
      select coalesce(sum(amount_cents), 0)::int as cents from subscriptions.part_refund
      where subscription_id = ${subscriptionId} and transaction_id = ${transactionId}`,
  );
  return sum?.cents ?? 0;
}

/** The parts of a payment that went back, oldest first. */
export function partsOf(
  reader: Reader,
  of: { subscriptionId: number; transactionId: string },
): Promise<{ amountCents: number; at: Date }[]> {
  return readRows(
    reader,
    sql<{ amountCents: number; at: Date }>`
      select amount_cents as "amountCents", at from subscriptions.part_refund
      where subscription_id = ${of.subscriptionId} and transaction_id = ${of.transactionId} order by id`,
  );
}
