import { type Insertable, type Selectable, sql } from "kysely";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import { prepareRead } from "#server/kit/database/prepare-read.ts";
import { inSubscriptions, readSubscriptions, type SubscriptionTables } from "./tables.ts";

type Table = SubscriptionTables["subscriptions.price_change"];
export type PriceChangeRow = Selectable<Table>;

/** The questions that subscribers have not agreed to, by subscription; at most one each. */
export async function unansweredOf(
  reader: Reader,
  subscriptionIds: readonly number[],
): Promise<ReadonlyMap<number, PriceChangeRow>> {
  if (subscriptionIds.length === 0) return new Map();
  const rows = await readSubscriptions(reader)
    .selectFrom("subscriptions.price_change")
    .selectAll()
    .where("subscription_id", "in", subscriptionIds)
    .where("state", "in", ["open", "lapsed"])
    .execute();
  return new Map(rows.map((row) => [row.subscription_id, row]));
}

type Question = { now: Date; askUntil: Date; gateways: readonly string[]; afterId: number; limit: number };

/**
 * Subscriptions after `afterId` that run, and whose model asks a price of their term now that is neither agreed to nor asked
 * about, or no more what was asked about. Nobody is asked whose time ends before `askUntil`.
 */
export function dueForQuestion(
  reader: Reader,
  { now, askUntil, gateways, afterId, limit }: Question,
): Promise<{ id: number; fan_id: number }[]> {
  return readSubscriptions(reader)
    .selectFrom("subscriptions.subscription as s")
    .leftJoin("subscriptions.term as term", (join) =>
      join.onRef("term.model_id", "=", "s.model_id").onRef("term.months", "=", "s.months"),
    )
    .leftJoin("subscriptions.price_change as change", (join) =>
      join.onRef("change.subscription_id", "=", "s.id").on("change.state", "in", ["open", "lapsed"]),
    )
    .select(["s.id", "s.fan_id"])
    .where("s.state", "=", "running")
    .where("s.expire_at", ">", now)
    .where("s.id", ">", afterId)
    .where("s.gateway", "in", gateways)
    .where(
      sql<boolean>`case when term.enabled and term.price_cents > s.agreed_cents
        then (change.to_cents, change.free_tokens) is distinct from (term.price_cents, term.free_tokens)
          and (change.id is not null or s.expire_at >= ${askUntil})
        else change.id is not null end`,
    )
    .orderBy("s.id")
    .limit(limit)
    .execute();
}

/** Subscriptions that renew before `until` at a price that was asked for and not agreed to. */
export function dueToLapse(
  reader: Reader,
  { until, slackMs, limit }: { until: Date; slackMs: number; limit: number },
): Promise<{ id: number; fan_id: number }[]> {
  return readSubscriptions(reader)
    .selectFrom("subscriptions.subscription as s")
    .innerJoin("subscriptions.price_change as change", "change.subscription_id", "s.id")
    .select(["s.id", "s.fan_id"])
    .where("change.state", "=", "open")
    .where("s.state", "=", "running")
    .where("s.renews", "=", true)
    .where("s.expire_at", "<=", until)
    .where(sql<boolean>`s.expire_at >= change.applies_at - ${slackMs / 1000} * interval '1 second'`)
    .orderBy("s.expire_at")
    .limit(limit)
    .execute();
}

export async function insertPriceChange(tx: Tx, change: Insertable<Table>): Promise<void> {
  await inSubscriptions(tx).insertInto("subscriptions.price_change").values(change).execute();
}

/** The database lets an answer be given once, and `agreed` only beside what was agreed to. */
export async function answerPriceChange(
  tx: Tx,
  id: number,
  state: Exclude<PriceChangeRow["state"], "open">,
  at: Date,
): Promise<void> {
  await inSubscriptions(tx)
    .updateTable("subscriptions.price_change")
    .set({ state, answered_at: at })
    .where("id", "=", id)
    .execute();
}

/** The fan's renewing subscriptions that wait for an answer about their price; the next end first. */
export const askedOfFan = prepareRead((reader, { fanId, now }: { fanId: number; now: Date }) =>
  readSubscriptions(reader)
    .selectFrom("subscriptions.subscription as s")
    .innerJoin("subscriptions.price_change as change", "change.subscription_id", "s.id")
    .select(["s.model_id", "s.agreed_cents", "s.expire_at", "change.to_cents"])
    .where("s.fan_id", "=", fanId)
    .where("s.state", "=", sql.lit("running"))
    .where(sql<boolean>`s.renews`)
    .where("s.expire_at", ">", now)
    .where("change.state", "=", sql.lit("open"))
    .orderBy("s.expire_at")
    .limit(sql.lit(20))
    .$narrowType<{ expire_at: Date }>(),
);
