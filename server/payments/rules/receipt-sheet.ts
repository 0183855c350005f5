import type { Language } from "#contract/common.ts";
import type { PurchaseReceipt } from "#contract/payments.ts";
import en from "#locales/wallet.en.json" with { type: "json" };
import es from "#locales/wallet.es.json" with { type: "json" };
import type { Sheet } from "#server/kit/pdf/sheet.ts";
import { amountText, counted, dollars, fill, grouped, utcTime } from "#server/kit/texts.ts";

const texts = { en, es } as const;

export type Buyer = { login: string; email: string | null };

/** The receipt of a purchase as a document, in the words of its page. */
export function receiptSheet(receipt: PurchaseReceipt, buyer: Buyer, language: Language): Sheet {
  const t = texts[language];
  const amount = amountText(Math.round(receipt.amount * 100), receipt.currency, language);
  return {
    language,
    title: t.purchase_receipt_title,
    number: receipt.order_id,
    notice: noticeOf(receipt, language),
    parts: [
      {
        kind: "details",
        rows: [
          [t.purchase_receipt_date, utcTime(receipt.at, language)],
          [t.purchase_receipt_number, receipt.order_id],
          [t.purchase_receipt_payment, receipt.id],
          [t.purchase_receipt_buyer, [buyer.login, buyer.email].filter(Boolean).join(" · ")],
          [t.purchase_receipt_method, receipt.method.name ?? t.purchase_receipt_form],
          [t.purchase_receipt_descriptor, receipt.descriptor],
        ],
      },
      {
        kind: "amounts",
        rows: [
          {
            what: fill(counted(t.purchase_receipt_item, receipt.tokens), {
              tokens: grouped(receipt.tokens, language),
            }),
            amount,
          },
          ...itemNotes(receipt, language).map((what) => ({ what, amount: "" })),
        ],
      },
      {
        kind: "amounts",
        rows: [
          { what: t.purchase_receipt_total, amount, strong: true },
          ...(receipt.currency !== "USD" && receipt.dollars !== null
            ? [{ what: t.purchase_receipt_dollars, amount: dollars(Math.round(receipt.dollars * 100)) }]
            : []),
        ],
      },
    ],
    notes: [t.purchase_receipt_once],
  };
}

function noticeOf({ returned }: PurchaseReceipt, language: Language): string | null {
  const t = texts[language];
  if (returned === null) return null;
  return returned === "refunded" ? t.purchase_receipt_refunded : t.purchase_receipt_charged_back;
}

function itemNotes({ base_tokens, bonus_tokens, promo }: PurchaseReceipt, language: Language): string[] {
  const t = texts[language];
  const count = (tokens: number) => grouped(tokens, language);
  return [
    ...(bonus_tokens > 0
      ? [
          fill(counted(t.purchase_receipt_bonus, base_tokens), {
            base: count(base_tokens),
            bonus: count(bonus_tokens),
          }),
        ]
      : []),
    ...(promo ? [t.purchase_receipt_promo] : []),
  ];
}
