import { sql } from "kysely";
import { type TermMonths, termMonths } from "#contract/subscription-terms.ts";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import { inSubscriptions, readSubscriptions } from "./tables.ts";

/** Whether the coming payment of `subscription` was reminded of. */
const isReminded = sql<boolean>`exists (select from subscriptions.reminder as r where r.subscription_id = subscription.id
  and r.payment_number = 1 + (select count(*) from subscriptions.charge where subscription_id = subscription.id))`;

/**
 * Subscriptions after `afterId` that renew by a time of their term and whose coming payment nobody was reminded of, without
 * those to `hidden` models.
 */
export async function dueForReminder(
  reader: Reader,
  {
    from,
    until,
    hidden,
    afterId,
    limit,
  }: {
    from: Date;
    until: (months: TermMonths) => Date;
    hidden: readonly number[];
    afterId: number;
    limit: number;
  },
): Promise<{ id: number; fan_id: number }[]> {
  return readSubscriptions(reader)
    .selectFrom("subscriptions.subscription as subscription")
    .select(["id", "fan_id"])
    .where("state", "=", "running")
    .where("renews", "=", true)
    .where("expire_at", ">", from)
    .where(({ or, and, eb }) =>
      or(termMonths.map((months) => and([eb("months", "=", months), eb("expire_at", "<=", until(months))]))),
    )
    .where(sql<boolean>`model_id <> all (${hidden}::bigint[])`)
    .where("id", ">", afterId)
    .where(({ not }) => not(isReminded))
    .orderBy("id")
    .limit(limit)
    .execute();
}

export type Reminder = {
  subscription_id: number;
  /** The number of the membership's payment that the reminder is about; the first renewal is the second. */
  payment_number: number;
  renews_at: Date;
  price_cents: number;
  at: Date;
};

/** Claims the reminder of a payment. False when it was given before. */
export async function claimReminder(tx: Tx, reminder: Reminder): Promise<boolean> {
  const inserted = await inSubscriptions(tx)
    .insertInto("subscriptions.reminder")
    .values(reminder)
    .onConflict((conflict) => conflict.columns(["subscription_id", "payment_number"]).doNothing())
    .returning("subscription_id")
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Whether the fan was reminded of the coming payment of a subscription. */
export async function wasReminded(tx: Tx, subscriptionId: number): Promise<boolean> {
  const { reminded } = await inSubscriptions(tx)
    .selectFrom("subscriptions.subscription as subscription")
    .select(isReminded.as("reminded"))
    .where("id", "=", subscriptionId)
    .executeTakeFirstOrThrow();
  return reminded;
}
