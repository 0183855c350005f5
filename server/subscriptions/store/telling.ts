import { sql } from "kysely";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import type { PaidRow, SubscriptionRow } from "./subscriptions.ts";
import { inSubscriptions, readSubscriptions } from "./tables.ts";

/** Subscriptions whose gateway does not know yet what is wished, due now. */
export async function dueToTell(reader: Reader, now: Date, limit: number): Promise<number[]> {
  const rows = await readSubscriptions(reader)
    .selectFrom("subscriptions.subscription")
    .select("id")
    .where(sql<boolean>`renews <> renews_at_gateway`)
    .where("state", "in", ["running", "ended"])
    .where((is) => is.or([is("tell_after", "is", null), is("tell_after", "<=", now)]))
    .where((is) => is.or([is("telling_until", "is", null), is("telling_until", "<=", now)]))
    .orderBy("updated_at")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Claims the telling of one subscription; undefined when there is nothing to tell, or another one is at it. */
export async function claimTelling(
  tx: Tx,
  id: number,
  now: Date,
  until: Date,
): Promise<(PaidRow & { gateway_subscription_id: string }) | undefined> {
  return inSubscriptions(tx)
    .updateTable("subscriptions.subscription")
    .set({ telling_until: until })
    .where("id", "=", id)
    .where("state", "in", ["running", "ended"])
    .where("gateway_subscription_id", "is not", null)
    .where(sql<boolean>`renews <> renews_at_gateway`)
    .where((is) => is.or([is("telling_until", "is", null), is("telling_until", "<=", now)]))
    .returningAll()
    .$narrowType<{ started_at: Date; expire_at: Date; gateway_subscription_id: string }>()
    .executeTakeFirst();
}

/** The gateway has heard: what it knows now, whatever is wished by now. */
export async function toldGateway(tx: Tx, id: number, renews: boolean): Promise<SubscriptionRow> {
  return inSubscriptions(tx)
    .updateTable("subscriptions.subscription")
    .set({ renews_at_gateway: renews, telling_until: null, tell_after: null, tell_failures: 0 })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Nobody knows whether the gateway has heard: it is told again later. */
export async function notTold(tx: Tx, id: number, again: Date): Promise<void> {
  await inSubscriptions(tx)
    .updateTable("subscriptions.subscription")
    .set({ telling_until: null, tell_after: again, tell_failures: sql<number>`tell_failures + 1` })
    .where("id", "=", id)
    .execute();
}

/** Cancellations that the gateway has not heard of since `before`. */
export async function countUntold(reader: Reader, before: Date): Promise<number> {
  const row = await readSubscriptions(reader)
    .selectFrom("subscriptions.subscription")
    .select((eb) => eb.fn.countAll<number>().as("untold"))
    .where("renews", "=", false)
    .where("renews_at_gateway", "=", true)
    .where("canceled_at", "<", before)
    .executeTakeFirstOrThrow();
  return Number(row.untold);
}
