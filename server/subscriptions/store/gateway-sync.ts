import { sql } from "kysely";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import type { PaidRow, SubscriptionRow } from "./subscriptions.ts";
import { inSubscriptions, readSubscriptions } from "./tables.ts";

/** The gateway does not know whether to renew, or renews at a price that was replaced by agreement. */
const isBehind = sql<boolean>`(renews <> renews_at_gateway or (renews and agreed_offer_id <> offer_at_gateway))`;

/** Subscriptions whose gateway is not up to date, due now. */
export async function dueForSync(reader: Reader, now: Date, limit: number): Promise<number[]> {
  const rows = await readSubscriptions(reader)
    .selectFrom("subscriptions.subscription")
    .select("id")
    .where(isBehind)
    .where("state", "in", ["running", "ended"])
    .where((is) => is.or([is("tell_after", "is", null), is("tell_after", "<=", now)]))
    .where((is) => is.or([is("telling_until", "is", null), is("telling_until", "<=", now)]))
    .orderBy("updated_at")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Claims the update of one subscription; undefined when there is none to send, or another process sends it. */
export async function claimSync(
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
    .where(isBehind)
    .where((is) => is.or([is("telling_until", "is", null), is("telling_until", "<=", now)]))
    .returningAll()
    .$narrowType<{ started_at: Date; expire_at: Date; gateway_subscription_id: string }>()
    .executeTakeFirst();
}

/** Records what the gateway knows now, even if that has changed since. */
export async function markSynced(
  tx: Tx,
  id: number,
  known: { renews_at_gateway: boolean } | { offer_at_gateway: string },
): Promise<SubscriptionRow> {
  return inSubscriptions(tx)
    .updateTable("subscriptions.subscription")
    .set({ ...known, telling_until: null, tell_after: null, tell_failures: 0 })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The gateway may not have received the update: it is sent again later. */
export async function scheduleRetry(tx: Tx, id: number, again: Date): Promise<void> {
  await inSubscriptions(tx)
    .updateTable("subscriptions.subscription")
    .set({ telling_until: null, tell_after: again, tell_failures: sql<number>`tell_failures + 1` })
    .where("id", "=", id)
    .execute();
}

/** Cancellations before `before` that the gateway has not received. */
export async function countOverdue(reader: Reader, before: Date): Promise<number> {
  const row = await readSubscriptions(reader)
    .selectFrom("subscriptions.subscription")
    .select((eb) => eb.fn.countAll<number>().as("overdue"))
    .where("renews", "=", false)
    .where("renews_at_gateway", "=", true)
    .where("canceled_at", "<", before)
    .executeTakeFirstOrThrow();
  return Number(row.overdue);
}
