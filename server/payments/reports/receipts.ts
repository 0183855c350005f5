import type { Language } from "#contract/common.ts";
import type { PurchaseReceipt } from "#contract/payments.ts";
import type { Reader } from "#server/kit/database/database.ts";
import type { Sheet } from "#server/kit/pdf/sheet.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { centsSpent, costOfTokens } from "#server/wallet/wallet.ts";
import { methodName } from "../gateways/directa24/directa24.ts";
import { purchaseKey } from "../move-tokens.ts";
import type { PaymentsNeeds } from "../needs.ts";
import { receiptSheet } from "../rules/receipt-sheet.ts";
import { intentById } from "../store/admin-payments.ts";
import type { Intent } from "../store/intents.ts";
import { readPayments } from "../store/tables.ts";

/**
 * A fan's payments for tokens that they were credited, by the transfer that brought them first, oldest first, in US
 * cents: `price` at the time, `cents` the rest of it, 0 once the money went back; null where an old payment has no
 * record of it.
 */
export async function purchasesOf(
  { wallet }: Pick<PaymentsNeeds, "wallet">,
  reader: Reader,
  fanId: number,
): Promise<{ transferId: number; paymentId: string; price: number | null; cents: number | null }[]> {
  const rows = await readPayments(reader)
    .selectFrom("payments.intent")
    .select(["id", "transfer_id", "dollar_cents", "state"])
    .where("fan_id", "=", fanId)
    .where("transfer_id", "is not", null)
    .execute();
  // Tokens that were spent between a purchase and a dispute that was won later were paid for by this purchase.
  const first = await wallet.transfersOfKeys(reader, rows.map(purchaseKey));
  const purchases = rows.flatMap((row) => {
    const transferId = first.get(purchaseKey(row)) ?? row.transfer_id;
    if (transferId === null) return [];
    const returned = row.state === "refunded" || row.state === "charged_back";
    const price = row.dollar_cents;
    return { transferId, paymentId: row.id, price, cents: returned ? 0 : price };
  });
  return purchases.toSorted((a, b) => a.transferId - b.transferId);
}

/**
 * The worth of a fan's tokens that moved, at the fan's own average price, in units of the currency, as the statement
 * shows them; spent ones count positive.
 */
export async function worthOf(
  needs: Pick<PaymentsNeeds, "wallet">,
  reader: Reader,
  fanId: number,
  moved: readonly { transferId: number; tokens: number }[],
): Promise<{ amount: number; currency: string }> {
  const paid = await purchasesOf(needs, reader, fanId);
  const costAt = costOfTokens(paid, await needs.wallet.creditsOf(reader, fanId));
  return { amount: centsSpent(moved, costAt) / 100, currency: "USD" };
}

/** The receipt of a purchase of one's own; `unknown`: there is none, or it was never paid. */
export async function readReceipt(
  needs: PaymentsNeeds,
  fanId: number,
  id: string,
): Promise<Result<{ receipt: PurchaseReceipt }, "unknown">> {
  const intent = isUuid.test(id) ? await intentById(needs.db, id) : undefined;
  if (intent?.fan_id !== fanId || intent.transfer_id === null) return refuse("unknown");
  return ok({ receipt: presentReceipt(needs, intent) });
}

/** The receipt as a document, with the name and address of its buyer. */
export async function receiptDocument(
  needs: PaymentsNeeds,
  fanId: number,
  id: string,
  language: Language,
): Promise<Result<{ sheet: Sheet; at: Date }, "unknown">> {
  const found = await readReceipt(needs, fanId, id);
  const buyer = await needs.accounts.byId(needs.db, fanId);
  if (!found.ok || !buyer) return refuse("unknown");
  return ok({ sheet: receiptSheet(found.receipt, buyer, language), at: needs.clock.now() });
}

const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const placeOf = (regionalMethod: string | null): PurchaseReceipt["method"] =>
  regionalMethod === null
    ? { kind: "form", name: null }
    : { kind: "regional", name: methodName(regionalMethod) };

function presentReceipt({ config }: PaymentsNeeds, intent: Intent): PurchaseReceipt {
  const { base_tokens, bonus_tokens, card_brand, card_last4, dollar_cents, state } = intent;
  return {
    id: intent.id,
    order_id: intent.order_id,
    at: (intent.settled_at ?? intent.created_at).toISOString(),
    tokens: base_tokens + bonus_tokens,
    base_tokens,
    bonus_tokens,
    promo: intent.plan_kind === "promo",
    amount: intent.amount_cents / 100,
    currency: intent.currency,
    dollars: dollar_cents === null ? null : dollar_cents / 100,
    method: card_last4
      ? { kind: "card", name: `${card_brand ?? ""} •••• ${card_last4}`.trim() }
      : placeOf(intent.regional_method),
    descriptor: config.descriptor,
    returned: state === "refunded" || state === "charged_back" ? state : null,
  };
}
