import type { Language } from "#contract/common.ts";
import type { SubscriptionPayment } from "#contract/subscription-payments.ts";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import type { Sheet } from "#server/kit/pdf/sheet.ts";
import { addresseeOf } from "./addressee.ts";
import type { SubscriptionsNeeds } from "./needs.ts";
import { receiptEmail } from "./rules/receipt-email.ts";
import { paymentSheet } from "./rules/receipt-sheet.ts";
import { chargeOf, type PaymentRow, pageOfPayments, paymentOfFan } from "./store/charges.ts";
import type { SubscriptionRow } from "./store/subscriptions.ts";

/** One page of what a fan paid, newest first. */
export async function pagePayments(
  needs: SubscriptionsNeeds,
  fanId: number,
  page: number,
): Promise<{ rows: SubscriptionPayment[]; total: number }> {
  const { rows, total } = await pageOfPayments(needs.db, fanId, page);
  return { rows: await presentPayments(needs, needs.db, rows), total };
}

/** One payment of a fan's own; null: there is none with this id. */
export async function readPayment(
  needs: SubscriptionsNeeds,
  fanId: number,
  id: number,
): Promise<SubscriptionPayment | null> {
  const row = await paymentOfFan(needs.db, fanId, id);
  const [payment = null] = row ? await presentPayments(needs, needs.db, [row]) : [];
  return payment;
}

/** The receipt as a document, with the name and address of its buyer. */
export async function paymentDocument(
  needs: SubscriptionsNeeds,
  fanId: number,
  id: number,
  language: Language,
): Promise<{ sheet: Sheet; at: Date } | null> {
  const payment = await readPayment(needs, fanId, id);
  const buyer = await needs.accounts.byId(needs.db, fanId);
  if (!payment || !buyer) return null;
  return { sheet: paymentSheet(payment, buyer, language), at: needs.clock.now() };
}

/** Mails the buyer the receipt of a payment, in the transaction that stores it, once as that is stored once. */
export async function mailReceipt(
  needs: SubscriptionsNeeds,
  tx: Tx,
  { fan_id, model_id, gateway, gateway_subscription_id, renews }: SubscriptionRow,
  transactionId: string,
): Promise<void> {
  const reader = await addresseeOf(needs, tx, { fan_id, model_id });
  const charge = await chargeOf(tx, gateway, transactionId);
  if (!reader || !charge) return;
  const [payment] = await presentPayments(needs, tx, [{ ...charge, model_id, gateway_subscription_id }]);
  if (!payment) return;
  const url = `${needs.publicOrigin}/settings/receipts/subscriptions/${payment.id}`;
  await needs.mailer.enqueue(tx, receiptEmail({ ...reader, url, renews }, payment));
}

async function presentPayments(
  needs: SubscriptionsNeeds,
  reader: Reader,
  rows: readonly PaymentRow[],
): Promise<SubscriptionPayment[]> {
  const faces = await needs.catalog.faces(reader, [...new Set(rows.map(({ model_id }) => model_id))]);
  return rows.map((row) => {
    const model = faces.get(row.model_id);
    return {
      id: row.id,
      at: row.at.toISOString(),
      model: { login: model?.login ?? "", name: model?.name ?? "" },
      renewal: row.renewal,
      amount: row.amount_cents / 100,
      currency: row.currency,
      free_tokens: row.free_tokens,
      from: row.period_start.toISOString(),
      to: row.period_end.toISOString(),
      provider: needs.gateways[row.gateway]?.label ?? "CommerceGate",
      transaction_id: row.transaction_id,
      gateway_subscription_id: row.gateway_subscription_id,
      descriptor: needs.descriptor,
      returned: row.state === "paid" ? null : row.state,
    };
  });
}
