import type { Tx } from "#server/kit/database/database.ts";
import { publishEvent } from "#server/kit/outbox/outbox.ts";
import type { ReturnKind } from "./gateways/gateway.ts";
import type { PaymentsNeeds } from "./needs.ts";
import type { Intent } from "./store/intents.ts";
import { partsOf } from "./store/part-refunds.ts";

/** The ledger's key of the transfer that credited a purchase for the first time. */
export const purchaseKey = ({ id }: Pick<Intent, "id">): string => `purchase:${id}`;

/** Credits the fan with what was bought, once for ever by the transfer's key, and publishes it. */
export async function credit(
  { wallet, purchaseHooks = [] }: PaymentsNeeds,
  tx: Tx,
  intent: Intent,
): Promise<number> {
  const tokens = tokensOf(intent);
  const receipt = await wallet.issue(tx, {
    key: purchaseKey(intent),
    to: { kind: "fan", id: intent.fan_id },
    tokens,
    kind: "purchase",
    reason: intent.plan_kind === "promo" ? "promo_purchase" : "token_purchase",
    metadata: { intentId: intent.id, orderId: intent.order_id, amountCents: intent.amount_cents },
  });
  if (!receipt.ok) throw new Error(`purchase ${intent.id} could not be credited: ${receipt.refusal}`);
  await publishEvent(tx, "tokens_purchased", {
    fanId: intent.fan_id,
    tokens,
    balance: receipt.balance,
    transactionId: intent.id,
    transferId: receipt.transferId,
    type: "tokens",
  });
  const purchase = {
    fanId: intent.fan_id,
    transactionId: intent.id,
    tokens,
    amountCents: intent.amount_cents,
    currency: intent.currency,
    billingCountry: intent.billing_country,
  };
  for (const hook of purchaseHooks) await hook.completed?.(tx, purchase);
  return receipt.transferId;
}

/**
 * Takes the tokens of a refund or chargeback back: those that are unspent, the rest becomes the fan's debt. A dispute
 * that was won credits the same number of tokens again; a debt is paid from them first. Answers the transfer by which
 * the fan got the tokens last. Where they were reversed already nothing moves and no event is published.
 */
export async function moveBack(
  needs: PaymentsNeeds,
  tx: Tx,
  intent: Intent,
  kind: ReturnKind,
): Promise<number> {
  const { transfer_id: creditId } = intent;
  if (creditId === null) throw new Error(`payment ${intent.id} was never credited`);
  if (intent.state === "charged_back" && kind === "refunded") return creditId;
  const { transferId, ...moved } =
    kind === "chargeback_reversed"
      ? await creditAgain(needs, tx, intent, creditId)
      : await reverseCredit(needs, tx, intent, creditId, kind);
  const purchase = { fanId: intent.fan_id, transactionId: intent.id, kind };
  await publishEvent(tx, "purchase_returned", { ...purchase, ...moved });
  for (const hook of needs.purchaseHooks ?? []) await hook.returned?.(tx, purchase);
  return transferId;
}

type Moved = Pick<PurchaseReturned, "tokens" | "owed" | "balance"> & { transferId: number };

/** Each credit can be reversed once, which the ledger enforces. */
async function reverseCredit(
  { wallet }: PaymentsNeeds,
  tx: Tx,
  intent: Intent,
  creditId: number,
  kind: "refunded" | "charged_back",
): Promise<Moved> {
  const ledgerKind = kind === "refunded" ? "refund" : "chargeback";
  const receipt = await wallet.reverse(tx, {
    key: `${ledgerKind}:${intent.id}:${creditId}`,
    transferId: creditId,
    kind: ledgerKind,
    reason: `purchase_${kind}`,
  });
  if (!receipt.ok) throw new Error(`payment ${intent.id} could not be reversed: ${receipt.refusal.code}`);
  const { taken, owed, balance } = receipt;
  return { tokens: -(taken + owed), owed, balance, transferId: creditId };
}

async function creditAgain(
  { wallet }: PaymentsNeeds,
  tx: Tx,
  intent: Intent,
  creditId: number,
): Promise<Moved> {
  // Parts that went back before stay with the payer.
  const tokens = tokensOf(intent) - (await partsOf(tx, intent.id)).tokens;
  const receipt = await wallet.issue(tx, {
    key: `chargeback_reversed:${intent.id}:${creditId}`,
    to: { kind: "fan", id: intent.fan_id },
    tokens,
    kind: "adjustment",
    reason: "purchase_chargeback_reversed",
  });
  if (!receipt.ok) throw new Error(`payment ${intent.id} could not be credited again: ${receipt.refusal}`);
  const { balance, transferId } = receipt;
  return { tokens, owed: 0, balance, transferId };
}

/** The tokens that a payment buys. */
export const tokensOf = (intent: Pick<Intent, "base_tokens" | "bonus_tokens">): number =>
  intent.base_tokens + intent.bonus_tokens;

export type TokensPurchased = {
  fanId: number;
  tokens: number;
  balance: number;
  transactionId: string;
  transferId: number;
  type: "tokens";
};

/** A purchase was refunded or charged back, or a dispute was won. */
export type PurchaseReturned = {
  fanId: number;
  transactionId: string;
  kind: ReturnKind;
  /** Negative when they were reversed, whether the fan still had them or now owes them. */
  tokens: number;
  /** How many of them the fan had already spent. */
  owed: number;
  balance: number;
};

declare module "#server/kit/outbox/outbox.ts" {
  interface Events {
    tokens_purchased: TokensPurchased;
    purchase_returned: PurchaseReturned;
  }
}
