import type { Tx } from "#server/kit/database/database.ts";
import { project } from "./project.ts";
import { periodMs } from "./rules/period.ts";
import { insertCharge } from "./store/charges.ts";
import { addStep, change, insertSubscription } from "./store/subscriptions.ts";

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
    "system",
  );
  await insertCharge(tx, {
    subscription_id: row.id,
    gateway: facts.gateway,
    transaction_id: facts.transactionId,
    amount_cents: facts.priceCents,
    currency: "USD",
    renewal: false,
    state: "paid",
    period_start: at,
    period_end: new Date(at.getTime() + periodMs),
    transfer_id: null,
    at,
    returned_at: null,
  });
  await addStep(tx, row.id, { kind: "paid", source: "system", at, transactionId: facts.transactionId });
  if (facts.canceledAt) await addStep(tx, row.id, { kind: "canceled", source: "fan", at: facts.canceledAt });
  const adopted = await project(tx, row, at);
  await change(tx, row.id, { renews_at_gateway: adopted.renews }, at);
}
