import type { Tx } from "#server/kit/database/database.ts";
import type { SubscriptionsNeeds } from "./needs.ts";
import { project } from "./project.ts";
import { periodMs } from "./rules/period.ts";
import { insertCharge } from "./store/charges.ts";
import { addStep, type Consent, change, insertSubscription } from "./store/subscriptions.ts";

/** A subscription that was begun elsewhere: one month, paid there, with no tokens of ours. */
export type ImportedSubscription = {
  reference: string;
  fanId: number;
  modelId: number;
  priceCents: number;
  gateway: string;
  offerId: string;
  transactionId: string;
  startedAt: Date;
  canceledAt: Date | null;
  /** The text that the fan read and agreed to there. */
  consent: Consent;
};

/** Imports a subscription that was begun elsewhere, under the terms of today. */
export async function importSubscription(
  { termsVersion }: Pick<SubscriptionsNeeds, "termsVersion">,
  tx: Tx,
  terms: ImportedSubscription,
): Promise<void> {
  const at = terms.startedAt;
  const row = await insertSubscription(
    tx,
    {
      reference: terms.reference,
      fan_id: terms.fanId,
      model_id: terms.modelId,
      months: 1,
      price_cents: terms.priceCents,
      currency: "USD",
      free_tokens: 0,
      gateway: terms.gateway,
      offer_id: terms.offerId,
      terms_version: termsVersion,
      accepted_at: at,
      accepted_address: "",
      created_at: at,
      updated_at: at,
    },
    terms.consent,
    "system",
  );
  await insertCharge(tx, {
    subscription_id: row.id,
    gateway: terms.gateway,
    transaction_id: terms.transactionId,
    amount_cents: terms.priceCents,
    currency: "USD",
    renewal: false,
    state: "paid",
    period_start: at,
    period_end: new Date(at.getTime() + periodMs(1)),
    transfer_id: null,
    at,
    returned_at: null,
  });
  await addStep(tx, row.id, { kind: "paid", source: "system", at, transactionId: terms.transactionId });
  if (terms.canceledAt) await addStep(tx, row.id, { kind: "canceled", source: "fan", at: terms.canceledAt });
  const adopted = await project(tx, row, at);
  await change(tx, row.id, { renews_at_gateway: adopted.renews }, at);
}
