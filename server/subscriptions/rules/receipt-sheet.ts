import type { Language } from "#contract/common.ts";
import type { SubscriptionPayment } from "#contract/subscription-payments.ts";
import enPaid from "#locales/paid-show.en.json" with { type: "json" };
import esPaid from "#locales/paid-show.es.json" with { type: "json" };
import enSubscriptions from "#locales/subscriptions.en.json" with { type: "json" };
import esSubscriptions from "#locales/subscriptions.es.json" with { type: "json" };
import enWallet from "#locales/wallet.en.json" with { type: "json" };
import esWallet from "#locales/wallet.es.json" with { type: "json" };
import type { Sheet } from "#server/kit/pdf/sheet.ts";
import { amountText, counted, fill, grouped, longDay, utcTime } from "#server/kit/texts.ts";

const texts = {
  en: { ...enSubscriptions, ...enWallet, gone: enPaid.receipt_gone },
  es: { ...esSubscriptions, ...esWallet, gone: esPaid.receipt_gone },
} as const;

/** The receipt of one payment for a subscription as a document, in the words of its page. */
export function paymentSheet(
  payment: SubscriptionPayment,
  buyer: { login: string; email: string | null },
  language: Language,
): Sheet {
  const t = texts[language];
  const amount = amountText(Math.round(payment.amount * 100), payment.currency, language);
  const day = (at: string) => longDay(new Date(at), language);
  return {
    language,
    title: t.purchase_receipt_title,
    number: payment.transaction_id,
    notice: payment.returned === null ? null : t[`purchase_receipt_${payment.returned}`],
    parts: [
      {
        kind: "details",
        rows: [
          [t.purchase_receipt_date, utcTime(payment.at, language)],
          [t.purchase_receipt_payment, payment.transaction_id],
          ...subscriptionNumber(payment, t.sub_col_id),
          [t.purchase_receipt_buyer, [buyer.login, buyer.email].filter(Boolean).join(" · ")],
          [t.purchase_receipt_method, fill(t.sub_receipt_provider, { provider: payment.provider })],
          [t.purchase_receipt_descriptor, payment.descriptor],
        ],
      },
      {
        kind: "amounts",
        rows: [
          { what: fill(t.sub_receipt_item, { name: payment.model.name || t.gone }), amount },
          { what: fill(t.sub_receipt_days, { from: day(payment.from), to: day(payment.to) }), amount: "" },
          { what: payment.renewal ? t.sub_receipt_renewal : t.sub_receipt_first, amount: "" },
          ...tokenLines(payment, language),
        ],
      },
      { kind: "amounts", rows: [{ what: t.purchase_receipt_total, amount, strong: true }] },
    ],
    notes: [t.sub_receipt_renews],
  };
}

function tokenLines({ free_tokens: count }: SubscriptionPayment, language: Language) {
  if (count === 0) return [];
  const text = counted(texts[language].sub_receipt_tokens, count);
  return [{ what: fill(text, { tokens: grouped(count, language) }), amount: "" }];
}

function subscriptionNumber(
  { gateway_subscription_id: number }: SubscriptionPayment,
  name: string,
): [string, string][] {
  return number === null ? [] : [[name, number]];
}
