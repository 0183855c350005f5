import { sql } from "kysely";
import { type Reader, readRows } from "#server/kit/database/database.ts";
import { type ChargeState, readSubscriptions } from "./tables.ts";

/** How staff find payments of subscriptions; null means all. */
export type ChargeKey = { id: number } | { transactionId: string } | { fanIds: readonly number[] } | null;

/** A payment of a subscription, with whom it is from and for and what was agreed to. */
export type AdminCharge = {
  id: number;
  fanId: number;
  modelId: number;
  gateway: string;
  transactionId: string;
  amountCents: number;
  currency: string;
  freeTokens: number;
  /** The refunded parts of the charge; money alone. */
  backCents: number;
  subscriptionId: number;
  state: ChargeState;
  at: Date;
  returnedAt: Date | null;
  termsVersion: string;
  acceptedAt: Date;
  acceptedAddress: string;
};

/** The newest payments of subscriptions, so many at most, and how many there are. */
export async function findCharges(
  reader: Reader,
  key: ChargeKey,
  limit: number,
): Promise<{ rows: AdminCharge[]; total: number }> {
  const found = await readSubscriptions(reader)
    .selectFrom("subscriptions.charge as charge")
    .innerJoin("subscriptions.subscription as subscription", "subscription.id", "charge.subscription_id")
    .select(["charge.id", "charge.gateway", "charge.currency", "charge.state", "charge.at"])
    .select(["charge.transaction_id as transactionId", "charge.amount_cents as amountCents"])
    .select(["charge.free_tokens as freeTokens", "charge.returned_at as returnedAt"])
    .select(["subscription.fan_id as fanId", "subscription.model_id as modelId"])
    .select(["subscription.terms_version as termsVersion", "subscription.accepted_at as acceptedAt"])
    .select(["subscription.accepted_address as acceptedAddress", "subscription.id as subscriptionId"])
    .select((eb) =>
      eb
        .selectFrom("subscriptions.part_refund as part")
        .select((part) => part.fn.coalesce(part.fn.sum<number>("part.amount_cents"), part.val(0)).as("cents"))
        .whereRef("part.subscription_id", "=", "charge.subscription_id")
        .whereRef("part.transaction_id", "=", "charge.transaction_id")
        .as("backCents"),
    )
    .select((eb) => eb.fn.countAll<number>().over().as("total"))
    .$if(key !== null && "id" in key, (query) => query.where("charge.id", "=", (key as { id: number }).id))
    .$if(key !== null && "transactionId" in key, (query) =>
      query.where("charge.transaction_id", "=", (key as { transactionId: string }).transactionId),
    )
    .$if(key !== null && "fanIds" in key, (query) =>
      query.where("subscription.fan_id", "in", (key as { fanIds: readonly number[] }).fanIds),
    )
    .orderBy("charge.at", "desc")
    .orderBy("charge.id", "desc")
    .limit(limit)
    .execute();
  return {
    rows: found.map((row) => ({ ...row, backCents: Number(row.backCents) })),
    total: found[0]?.total ?? 0,
  };
}

/** Payments of one gateway and currency that came or went back in a span. Cents of the currency, whole tokens. */
export type ChargeLine = {
  gateway: string;
  currency: string;
  step: "succeeded" | "refunded" | "charged_back";
  count: number;
  cents: number;
  tokens: number;
};

/** The steps of subscriptions' payments in a span, added up by gateway, currency and step. */
export function chargeLines(
  reader: Reader,
  { from, before }: { from: Date; before: Date },
): Promise<ChargeLine[]> {
  return readRows(
    reader,
    sql<ChargeLine>`
      select gateway, currency, step, count(*)::int as count, sum(amount_cents)::bigint as cents,
        sum(free_tokens)::bigint as tokens
      from (
        select gateway, currency, 'succeeded' as step, amount_cents, free_tokens
        from subscriptions.charge where at >= ${from} and at < ${before}
        union all
        -- A part that was refunded earlier is counted on its own day.
        select gateway, currency, state, amount_cents - case state when 'refunded' then coalesce((
            select sum(amount_cents) from subscriptions.part_refund as part
            where part.subscription_id = charge.subscription_id and part.transaction_id = charge.transaction_id), 0)
          else 0 end, free_tokens
        from subscriptions.charge where returned_at >= ${from} and returned_at < ${before}
        union all
        select subscription.gateway, part.currency, 'refunded', part.amount_cents, 0
        from subscriptions.part_refund as part
        join subscriptions.subscription on subscription.id = part.subscription_id
        where part.at >= ${from} and part.at < ${before}) as moved
      group by 1, 2, 3 order by 1, 2, 3`,
  );
}
