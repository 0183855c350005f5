import { sql } from "kysely";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import type { SubscriptionRow } from "./subscriptions.ts";
import { inSubscriptions, readSubscriptions } from "./tables.ts";

/**
 * A gateway may still renew it: it runs, or waits for its payment, given up or not, which may yet come. Such a one renews
 * until then; once the system has cancelled it there is nothing left to end. Its steps are counted because `not exists` may
 * be planned as a hash of everybody's.
 */
const mayRenew = sql<boolean>`(renews and (state = 'running' or (state in ('pending', 'abandoned') and 0 = (
  select count(*) from subscriptions.step
  where subscription_id = subscription.id and step.kind = 'canceled' and step.source = 'system'))))`;

const renewing = (tx: Tx) =>
  inSubscriptions(tx).selectFrom("subscriptions.subscription as subscription").where(mayRenew);

const isChargedBy = (until: Date) => sql<boolean>`(renews and state = 'running' and expire_at <= ${until})`;

const chargedBy = (tx: Tx, until?: Date) => (until ? renewing(tx).where(isChargedBy(until)) : renewing(tx));

/** The models among these with whom a gateway charges somebody again by that time. */
export async function modelsToCharge(
  reader: Reader,
  modelIds: readonly number[],
  until: Date,
): Promise<number[]> {
  if (modelIds.length === 0) return [];
  const rows = await readSubscriptions(reader)
    .selectFrom("subscriptions.subscription")
    .select("model_id")
    .distinct()
    .where(sql<boolean>`model_id = any (${modelIds}::bigint[])`)
    .where(isChargedBy(until))
    .orderBy("model_id")
    .execute();
  return rows.map(({ model_id }) => model_id);
}

/** Locks everything of this fan that a gateway may still renew. */
export function lockRenewingOfFan(tx: Tx, fanId: number): Promise<SubscriptionRow[]> {
  return renewing(tx).selectAll().where("fan_id", "=", fanId).orderBy("id").forUpdate().execute();
}

/** `limit`: so many at most, those that are charged next first, without `except`; `until`: only what is charged by then. */
export type Part = { limit: number; except: readonly number[]; until?: Date };

/** A part of what a gateway may still renew with this model, by id; fewer than `limit` are the last ones. */
export async function renewingOfModel(
  tx: Tx,
  modelId: number,
  { limit, except, until }: Part,
): Promise<number[]> {
  const rows = await chargedBy(tx, until)
    .select("id")
    .where("model_id", "=", modelId)
    .where(sql<boolean>`id <> all (${except}::bigint[])`)
    .orderBy("expire_at")
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Locks what of these a gateway may still renew, with `until` what it charges by then. In the order of their ids, like
 * `lockOpen`. A payment locks its own before it switches others off, whatever their ids: PostgreSQL ends one of the two
 * then, and `inTransaction` runs it again.
 */
export function lockRenewing(tx: Tx, ids: readonly number[], until?: Date): Promise<SubscriptionRow[]> {
  return chargedBy(tx, until)
    .selectAll()
    .where(sql<boolean>`id = any (${ids}::bigint[])`)
    .orderBy("id")
    .forUpdate()
    .execute();
}
