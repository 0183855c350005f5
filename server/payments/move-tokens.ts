import type { Tx } from "#server/kit/database/database.ts";
import { announce } from "#server/kit/outbox/outbox.ts";
import type { ReturnKind } from "./gateways/gateway.ts";
import type { PaymentsNeeds, PurchaseReturned, TokensPurchased } from "./needs.ts";
import type { Intent } from "./store/intents.ts";

/** Credits the fan with what was bought, once for ever by the transfer's key, and tells the other modules. */
export async function credit(
  { wallet, purchaseHooks }: PaymentsNeeds,
  tx: Tx,
  intent: Intent,
): Promise<number> {
  const tokens = tokensOf(intent);
  const receipt = await wallet.issue(tx, {
    key: `purchase:${intent.id}`,
    to: { kind: "fan", id: intent.fan_id },
    tokens,
    kind: "purchase",
    reason: intent.plan_kind === "promo" ? "promo_purchase" : "token_purchase",
    metadata: { intentId: intent.id, orderId: intent.order_id, amountCents: intent.amount_cents },
  });
  if (!receipt.ok) throw new Error(`purchase ${intent.id} could not be credited: ${receipt.refusal}`);
  const payload: TokensPurchased = {
    fanId: intent.fan_id,
    tokens,
    balance: receipt.balance,
    transactionId: intent.id,
    transferId: receipt.transferId,
    type: "tokens",
  };
  await announce(tx, { kind: "tokens_purchased", payload });
  await purchaseHooks?.completed(tx, { fanId: intent.fan_id, transactionId: intent.id });
  return receipt.transferId;
}

/**
 * Takes the tokens of a refund or chargeback back: those that are unspent, the rest becomes the fan's debt. A dispute
 * that was won brings the same number of tokens again; a debt is paid from them first.
 */
export async function moveBack(
  needs: PaymentsNeeds,
  tx: Tx,
  intent: Intent,
  kind: ReturnKind,
): Promise<void> {
  const moved =
    kind === "chargeback_reversed"
      ? await creditAgain(needs, tx, intent)
      : await takeBack(needs, tx, intent, kind);
  const payload: PurchaseReturned = { fanId: intent.fan_id, transactionId: intent.id, kind, ...moved };
  await announce(tx, { kind: "purchase_returned", payload });
  await needs.purchaseHooks?.returned(tx, { fanId: intent.fan_id, transactionId: intent.id, kind });
}

type Moved = Pick<PurchaseReturned, "tokens" | "owed" | "balance">;

async function takeBack(
  { wallet }: PaymentsNeeds,
  tx: Tx,
  intent: Intent,
  kind: "refunded" | "charged_back",
): Promise<Moved> {
  if (intent.transfer_id === null) throw new Error(`payment ${intent.id} was never credited`);
  const ledgerKind = kind === "refunded" ? "refund" : "chargeback";
  const receipt = await wallet.reverse(tx, {
    key: `${ledgerKind}:${intent.id}`,
    transferId: intent.transfer_id,
    kind: ledgerKind,
    reason: `purchase_${kind}`,
  });
  if (!receipt.ok) throw new Error(`payment ${intent.id} could not be taken back: ${receipt.refusal.code}`);
  return { tokens: -tokensOf(intent), owed: receipt.owed, balance: receipt.balance };
}

async function creditAgain({ wallet }: PaymentsNeeds, tx: Tx, intent: Intent): Promise<Moved> {
  const receipt = await wallet.issue(tx, {
    key: `chargeback_reversed:${intent.id}`,
    to: { kind: "fan", id: intent.fan_id },
    tokens: tokensOf(intent),
    kind: "adjustment",
    reason: "purchase_chargeback_reversed",
  });
  if (!receipt.ok) throw new Error(`payment ${intent.id} could not be credited again: ${receipt.refusal}`);
  return { tokens: tokensOf(intent), owed: 0, balance: receipt.balance };
}

const tokensOf = (intent: Intent) => intent.base_tokens + intent.bonus_tokens;
