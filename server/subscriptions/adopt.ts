import type { Tx } from "#server/kit/database/database.ts";
import { periodMs } from "./rules/period.ts";
import { insertCharge } from "./store/charges.ts";
import { insertSubscription, takeStep } from "./store/subscriptions.ts";

/** A subscription that was begun elsewhere: one month, paid there, with no tokens of ours. */
export type AdoptedSubscription = {
  reference: string;
  fanId: number;
  modelId: number;
  priceCents: number;
  gateway: string;
  offerId: string;
  transactionId: string;
  startedAt: Date;
  canceledAt: Date | null;
  termsVersion: string;
};

/** Writes a subscription down as it stands elsewhere. */
export async function adopt(tx: Tx, facts: AdoptedSubscription): Promise<void> {
  const at = facts.startedAt;
  const end = new Date(at.getTime() + periodMs);
  const row = await insertSubscription(
    tx,
    {
      reference: facts.reference,
      fan_id: facts.fanId,
      model_id: facts.modelId,
      price_cents: facts.priceCents,
      currency: "USD",
      free_tokens: 0,
      gateway: facts.gateway,
      offer_id: facts.offerId,
      terms_version: facts.termsVersion,
      accepted_at: at,
      accepted_address: "",
      created_at: at,
      updated_at: at,
    },
    "house",
  );
  await insertCharge(tx, {
    subscription_id: row.id,
    gateway: facts.gateway,
    transaction_id: facts.transactionId,
    amount_cents: facts.priceCents,
    currency: "USD",
    state: "paid",
    period_start: at,
    period_end: end,
    transfer_id: null,
    at,
    returned_at: null,
  });
  const changes = {
    state: "running",
    started_at: at,
    expire_at: end,
    gateway_subscription_id: facts.transactionId,
    ...(facts.canceledAt && {
      canceled_at: facts.canceledAt,
      user_canceled_at: facts.canceledAt,
      renews: false,
      renews_at_gateway: false,
    }),
  } as const;
  await takeStep(tx, row, changes, { kind: "paid", source: "house", at });
}
