import type { Insertable, Selectable } from "kysely";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import { pageWithTotal } from "#server/kit/database/page-with-total.ts";
import { type ChargeState, inSubscriptions, readSubscriptions, type SubscriptionTables } from "./tables.ts";

type Table = SubscriptionTables["subscriptions.charge"];
export type ChargeRow = Selectable<Table>;

/** The payment with the gateway's number, if it was reported. */
export function chargeOf(
  reader: Reader,
  gateway: string,
  transactionId: string,
): Promise<ChargeRow | undefined> {
  return readSubscriptions(reader)
    .selectFrom("subscriptions.charge")
    .selectAll()
    .where("gateway", "=", gateway)
    .where("transaction_id", "=", transactionId)
    .executeTakeFirst();
}

/** The payment with our own number of it. */
export function chargeById(reader: Reader, id: number): Promise<ChargeRow | undefined> {
  return readSubscriptions(reader)
    .selectFrom("subscriptions.charge")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
}

export async function insertCharge(tx: Tx, charge: Insertable<Table>): Promise<void> {
  await inSubscriptions(tx).insertInto("subscriptions.charge").values(charge).execute();
}

/** Every payment of a subscription. */
export function chargesOf(tx: Tx, subscriptionId: number): Promise<ChargeRow[]> {
  return inSubscriptions(tx)
    .selectFrom("subscriptions.charge")
    .selectAll()
    .where("subscription_id", "=", subscriptionId)
    .orderBy("id")
    .execute();
}

/** Moves a payment's month. The database refuses one of another length, and paid ones that overlap. */
export async function moveMonth(tx: Tx, id: number, start: Date, end: Date): Promise<void> {
  await inSubscriptions(tx)
    .updateTable("subscriptions.charge")
    .set({ period_start: start, period_end: end })
    .where("id", "=", id)
    .execute();
}

/** A payment went back. The database lets that happen once. */
export async function returnCharge(tx: Tx, id: number, state: ChargeState, at: Date): Promise<void> {
  await inSubscriptions(tx)
    .updateTable("subscriptions.charge")
    .set({ state, returned_at: at })
    .where("id", "=", id)
    .execute();
}

const ofFan = (reader: Reader, fanId: number) =>
  readSubscriptions(reader)
    .selectFrom("subscriptions.charge as charge")
    .innerJoin("subscriptions.subscription as subscription", "subscription.id", "charge.subscription_id")
    .selectAll("charge")
    .select(["subscription.model_id", "subscription.gateway_subscription_id"])
    .where("subscription.fan_id", "=", fanId);

/** A payment, with whom it was for. */
export type PaymentRow = ChargeRow & { model_id: number; gateway_subscription_id: string | null };

export const paymentsPerPage = 20;

/** One page of what a fan paid for subscriptions, newest first. */
export function pageOfPayments(
  reader: Reader,
  fanId: number,
  page: number,
): Promise<{ rows: PaymentRow[]; total: number }> {
  return pageWithTotal((page - 1) * paymentsPerPage, (offset) =>
    ofFan(reader, fanId)
      .select((eb) => eb.fn.countAll<number>().over().as("total"))
      .orderBy("charge.at", "desc")
      .orderBy("charge.id", "desc")
      .limit(paymentsPerPage)
      .offset(offset)
      .execute(),
  );
}

/** One payment of a fan's own. */
export function paymentOfFan(reader: Reader, fanId: number, id: number): Promise<PaymentRow | undefined> {
  return ofFan(reader, fanId).where("charge.id", "=", id).executeTakeFirst();
}

/** Every payment of a fan for the export, newest first. */
export function chargesOfFan(reader: Reader, fanId: number, limit: number) {
  return readSubscriptions(reader)
    .selectFrom("subscriptions.charge as charge")
    .innerJoin("subscriptions.subscription as subscription", "subscription.id", "charge.subscription_id")
    .select(["charge.transaction_id", "charge.subscription_id", "charge.amount_cents", "charge.currency"])
    .select(["charge.state", "charge.period_start", "charge.period_end", "charge.free_tokens", "charge.at"])
    .where("subscription.fan_id", "=", fanId)
    .orderBy("charge.id", "desc")
    .limit(limit)
    .execute();
}
