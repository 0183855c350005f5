import type { Tx } from "#server/kit/database/database.ts";
import type { MembershipEvent } from "#server/payments/payments.ts";
import type { SubscriptionsNeeds } from "./needs.ts";
import type { SubscriptionReturned } from "./publish-events.ts";
import { type ChargeRow, chargesOf, returnCharge } from "./store/charges.ts";
import { type SubscriptionRow, stepsOf } from "./store/subscriptions.ts";

export type Returned = Extract<MembershipEvent, { kind: "refunded" | "charged_back" }>;

/**
 * Takes back every payment of a locked subscription whose return was heard of, before the payment or after it: the tokens
 * that came with it are reversed, what is spent of them becomes the fan's debt. Answers what went back now.
 */
export async function recallReturned(
  needs: SubscriptionsNeeds,
  tx: Tx,
  row: SubscriptionRow,
): Promise<SubscriptionReturned[]> {
  const steps = await stepsOf(tx, row.id);
  const recalled: SubscriptionReturned[] = [];
  for (const charge of await chargesOf(tx, row.id)) {
    const returns = steps.find(
      ({ kind, transaction_id }) => isReturn(kind) && transaction_id === charge.transaction_id,
    );
    if (charge.state !== "paid" || !returns || !isReturn(returns.kind)) continue;
    const balance = await reverseTokens(needs, tx, row, charge, returns.kind);
    await returnCharge(tx, charge.id, returns.kind, needs.clock.now());
    await needs.privateFiles.revoke(tx, { readerId: row.fan_id, ownerId: row.model_id });
    recalled.push({ fanId: row.fan_id, balance, kind: returns.kind });
  }
  return recalled;
}

const isReturn = (kind: string): kind is Returned["kind"] => kind === "refunded" || kind === "charged_back";

async function reverseTokens(
  { wallet }: SubscriptionsNeeds,
  tx: Tx,
  row: SubscriptionRow,
  charge: ChargeRow,
  kind: Returned["kind"],
): Promise<number> {
  if (charge.transfer_id === null) return wallet.balance(tx, { kind: "fan", id: row.fan_id });
  const ledgerKind = kind === "refunded" ? "refund" : "chargeback";
  const receipt = await wallet.reverse(tx, {
    key: `subscription_${ledgerKind}:${charge.gateway}:${charge.transaction_id}`,
    transferId: charge.transfer_id,
    kind: ledgerKind,
    reason: `subscription_${kind}`,
  });
  if (!receipt.ok)
    throw new Error(`the tokens of ${charge.transaction_id} could not be reversed: ${receipt.refusal.code}`);
  return receipt.balance;
}
