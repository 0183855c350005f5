import { sql } from "kysely";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import type { PaidRow, SubscriptionRow } from "./subscriptions.ts";
import { inSubscriptions, readSubscriptions } from "./tables.ts";

const isPriceBehind = sql<boolean>`(renews and agreed_offer_id <> offer_at_gateway)`;
/** The gateway may not know whether to renew, or renews at a price that was replaced by agreement. */
const isBehind = sql<boolean>`(renews is distinct from renews_at_gateway or ${isPriceBehind})`;
/** No failed try is to be waited for. */
const isDue = (now: Date) => sql<boolean>`(tell_after is null or tell_after <= ${now})`;

/**
 * Subscriptions but `except` whose gateway is not up to date, due at `now`: those that have not failed first, of these the
 * cancellations first, and of those the ones that would be charged next.
 */
export async function dueForSync(
  reader: Reader,
  { now, except, limit }: { now: Date; except: readonly number[]; limit: number },
): Promise<number[]> {
  const rows = await readSubscriptions(reader)
    .selectFrom("subscriptions.subscription")
    .select("id")
    .where(isBehind)
    .where("state", "in", ["running", "ended"])
    .where(isDue(now))
    .where((is) => is.or([is("telling_until", "is", null), is("telling_until", "<=", now)]))
    .where(sql<boolean>`id <> all (${except}::bigint[])`)
    .orderBy("tell_after", (order) => order.asc().nullsFirst())
    .orderBy("renews")
    .orderBy("expire_at")
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * The next update to send. The price goes first: a renewal that is switched on again must not renew at a price that
 * was replaced.
 */
export type GatewayUpdate = "price" | "renewal";

/** A turn leaves alone what has failed since it made its list; what somebody asks for goes out at once. */
export type When = "when_due" | "at_once";

/**
 * Claims the update of one subscription; undefined when there is none to send, it is not due, or another process sends it.
 * From here until the answer is known, whether the gateway renews is not.
 */
export async function claimSync(
  tx: Tx,
  id: number,
  when: When,
  now: Date,
  until: Date,
): Promise<(PaidRow & { gateway_subscription_id: string; update: GatewayUpdate }) | undefined> {
  return inSubscriptions(tx)
    .updateTable("subscriptions.subscription")
    .set({
      telling_until: until,
      renews_at_gateway: sql<boolean | null>`case when ${isPriceBehind} then renews_at_gateway end`,
    })
    .where("id", "=", id)
    .where("state", "in", ["running", "ended"])
    .where("gateway_subscription_id", "is not", null)
    .where(isBehind)
    .where((is) => is.or([is("telling_until", "is", null), is("telling_until", "<=", now)]))
    .$if(when === "when_due", (claimed) => claimed.where(isDue(now)))
    .returningAll()
    .returning(sql<GatewayUpdate>`case when ${isPriceBehind} then 'price' else 'renewal' end`.as("update"))
    .$narrowType<{ started_at: Date; expire_at: Date; gateway_subscription_id: string }>()
    .executeTakeFirst();
}

/** Records the price that the gateway charges from now on, even if another was agreed to since. */
export async function markPriceSynced(tx: Tx, id: number, offerId: string): Promise<void> {
  await release(tx, id).set({ offer_at_gateway: offerId }).execute();
}

/**
 * Records what the gateway was sent about renewal, even if something else is asked for since. If it has reported something
 * since the update was claimed, which of the two it did last cannot be known: it stays unknown, and is sent again.
 */
export async function markRenewalSynced(
  tx: Tx,
  { id, renews, renewal_reports }: Pick<SubscriptionRow, "id" | "renews" | "renewal_reports">,
): Promise<void> {
  const known = sql<boolean | null>`
    case when renewal_reports = ${renewal_reports} then ${renews}::boolean else renews_at_gateway end`;
  await release(tx, id).set({ renews_at_gateway: known }).execute();
}

const release = (tx: Tx, id: number) =>
  inSubscriptions(tx)
    .updateTable("subscriptions.subscription")
    .set({ telling_until: null, tell_after: null, tell_failures: 0 })
    .where("id", "=", id);

/**
 * The gateway may not have received the update: it is sent again later, or at once if renewal was switched the other way
 * since. Answers whether it is at once.
 */
export async function scheduleRetry(
  tx: Tx,
  { id, renews }: Pick<SubscriptionRow, "id" | "renews">,
  again: Date,
): Promise<boolean> {
  const row = await inSubscriptions(tx)
    .updateTable("subscriptions.subscription")
    .set({
      telling_until: null,
      tell_after: sql<Date | null>`case when renews = ${renews} then ${again}::timestamptz end`,
      tell_failures: sql<number>`tell_failures + 1`,
    })
    .where("id", "=", id)
    .returning("renews")
    .executeTakeFirstOrThrow();
  return row.renews !== renews;
}

/** Subscriptions cancelled before `before` whose gateway may not have received that; the longest overdue first. */
export async function overdueCancellations(reader: Reader, before: Date, limit: number): Promise<number[]> {
  const rows = await readSubscriptions(reader)
    .selectFrom("subscriptions.subscription")
    .select("id")
    .where("renews", "=", false)
    .where("renews_at_gateway", "is distinct from", false)
    .where("canceled_at", "<", before)
    .orderBy("canceled_at")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
