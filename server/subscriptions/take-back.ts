import type { Tx } from "#server/kit/database/database.ts";
import type { MembershipEvent } from "#server/payments/payments.ts";
import type { SubscriptionsNeeds } from "./needs.ts";
import { type ChargeRow, chargeOf, insertCharge, returnCharge } from "./store/charges.ts";
import { type SubscriptionRow, takeStep } from "./store/subscriptions.ts";
import type { Verdict } from "./store/tables.ts";
import { tellReturned, tellSaved } from "./tell-others.ts";

export type Returned = Extract<MembershipEvent, { kind: "refunded" | "charged_back" }>;

/**
 * A payment went back: the tokens that came with it are reversed, what is spent of them becomes the fan's debt, and the
 * subscription ends now. A return that is heard of before its payment is kept, and the payment then buys nothing.
 */
export async function takeBack(
  needs: SubscriptionsNeeds,
  tx: Tx,
  row: SubscriptionRow,
  returned: Returned,
): Promise<Verdict> {
  if (returned.amountCents !== row.price_cents || returned.currency !== row.currency) {
    needs.log.error({ subscription: row.id, returned }, "a gateway returned another sum than was paid");
    return "mismatch";
  }
  const at = needs.clock.now();
  const charge = await chargeOf(tx, row.gateway, returned.transactionId);
  if (!charge) {
    await keepEarlyReturn(tx, row, returned, at);
    return "applied";
  }
  if (charge.state !== "paid" || charge.subscription_id !== row.id) return "unchanged";
  const balance = await reverseTokens(needs, tx, row, charge, returned.kind);
  await returnCharge(tx, charge.id, returned.kind, at);
  await endNow(tx, row, { kind: returned.kind, source: "gateway", at });
  await needs.cutFiles(tx, row.fan_id, row.model_id);
  await tellReturned(tx, { fanId: row.fan_id, balance, kind: returned.kind });
  return "applied";
}

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

/** The subscription is over now, and nothing may renew it. */
export async function endNow(
  tx: Tx,
  row: SubscriptionRow,
  step: { kind: "refunded" | "charged_back" | "ended"; source: "gateway"; at: Date },
): Promise<void> {
  if (row.state !== "running") return;
  const { at } = step;
  const changes = {
    state: "ended",
    expire_at: row.expire_at && row.expire_at < at ? row.expire_at : at,
    canceled_at: row.canceled_at ?? at,
    renews: false,
    tell_after: null,
    ...(step.kind === "ended" ? { renews_at_gateway: false } : {}),
  } as const;
  await tellSaved(tx, await takeStep(tx, row, changes, step));
}

function keepEarlyReturn(tx: Tx, row: SubscriptionRow, returned: Returned, at: Date): Promise<void> {
  return insertCharge(tx, {
    subscription_id: row.id,
    gateway: row.gateway,
    transaction_id: returned.transactionId,
    amount_cents: returned.amountCents,
    currency: returned.currency,
    state: returned.kind,
    period_start: null,
    period_end: null,
    transfer_id: null,
    at,
    returned_at: at,
  });
}
