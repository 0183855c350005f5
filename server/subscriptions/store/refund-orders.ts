import type { Insertable, Selectable, Updateable } from "kysely";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import { inSubscriptions, readSubscriptions, type SubscriptionTables } from "./tables.ts";

type Table = SubscriptionTables["subscriptions.refund_order"];
export type RefundOrder = Selectable<Table>;

/** Writes an order down before the gateway is asked. The database refuses one of more than is left of its payment. */
export function insertOrder(
  tx: Tx,
  order: Pick<Insertable<Table>, "charge_id" | "amount_cents" | "order_key" | "asked_at" | "sent_until">,
): Promise<RefundOrder> {
  return inSubscriptions(tx)
    .insertInto("subscriptions.refund_order")
    .values(order)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Notes that the gateway is asked once more, or what became of an order. The database lets it be settled once. */
export async function changeOrder(
  tx: Tx,
  id: number,
  changes: Pick<Updateable<Table>, "sent_until" | "state" | "settled_at" | "notice_key">,
): Promise<void> {
  await inSubscriptions(tx)
    .updateTable("subscriptions.refund_order")
    .set(changes)
    .where("id", "=", id)
    .execute();
}

export function orderById(tx: Tx, id: number): Promise<RefundOrder> {
  return inSubscriptions(tx)
    .selectFrom("subscriptions.refund_order")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

/** The order of a payment that the gateway has not answered for. */
export function openOrder(tx: Tx, chargeId: number): Promise<RefundOrder | undefined> {
  return inSubscriptions(tx)
    .selectFrom("subscriptions.refund_order")
    .selectAll()
    .where("charge_id", "=", chargeId)
    .where("state", "=", "asked")
    .executeTakeFirst();
}

/** The order of that key, unless the gateway refused it. */
export function orderOfKey(tx: Tx, key: string): Promise<RefundOrder | undefined> {
  return inSubscriptions(tx)
    .selectFrom("subscriptions.refund_order")
    .selectAll()
    .where("order_key", "=", key)
    .where("state", "!=", "refused")
    .executeTakeFirst();
}

/** Every order of a payment, oldest first. */
export function ordersOf(reader: Reader, chargeId: number): Promise<RefundOrder[]> {
  return readSubscriptions(reader)
    .selectFrom("subscriptions.refund_order")
    .selectAll()
    .where("charge_id", "=", chargeId)
    .orderBy("id")
    .execute();
}

/** An order that nobody has answered for, with its payment. Cents of the currency. */
export type OpenRefund = {
  chargeId: number;
  gateway: string;
  transactionId: string;
  amountCents: number;
  currency: string;
  at: Date;
};

/** The orders of a span that are still open. */
export function openOrdersOf(
  reader: Reader,
  { from, before }: { from: Date; before: Date },
): Promise<OpenRefund[]> {
  return readSubscriptions(reader)
    .selectFrom("subscriptions.refund_order as refund")
    .innerJoin("subscriptions.charge as charge", "charge.id", "refund.charge_id")
    .select(["charge.id as chargeId", "charge.gateway", "charge.currency"])
    .select(["charge.transaction_id as transactionId", "refund.amount_cents as amountCents"])
    .select("refund.asked_at as at")
    .where("refund.state", "=", "asked")
    .where("refund.asked_at", ">=", from)
    .where("refund.asked_at", "<", before)
    .orderBy("refund.id")
    .execute();
}
