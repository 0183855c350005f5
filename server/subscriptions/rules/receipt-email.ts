import type { Language } from "#contract/common.ts";
import type { SubscriptionPayment } from "#contract/subscription-payments.ts";
import en from "#locales/mails/subscriptions.en.json" with { type: "json" };
import es from "#locales/mails/subscriptions.es.json" with { type: "json" };
import type { Email } from "#server/email/email.ts";
import { amountText, counted, fill, grouped, longDay } from "#server/kit/texts.ts";
import type { ModelWords } from "./model-words.ts";

/** `url`: page of the receipt; `renews`: the subscription is to be renewed, as far as is known now. */
type Reader = { to: string; language: Language; model: ModelWords; url: string; renews: boolean };
type Paid = Omit<SubscriptionPayment, "model">;

const texts = { en, es } as const;

/** The email of a payment: what was charged for which days, how to cancel, and the way to the receipt. */
export function receiptEmail(
  { to, language, model, url, renews }: Reader,
  { amount, currency, from, to: until, free_tokens, renewal }: Paid,
): Email {
  const t = texts[language];
  const values = {
    name: model.name,
    price: amountText(Math.round(amount * 100), currency, language),
    first: longDay(new Date(from), language),
    last: longDay(new Date(until), language),
  };
  const tokens = { amount: grouped(free_tokens, language) };
  return {
    to,
    language,
    subject: t.receipt_subject,
    paragraphs: [
      fill(renewal ? t.receipt_renewed : t.receipt_began, values),
      fill(t.receipt_days, values),
      ...(free_tokens > 0 ? [fill(counted(t.receipt_tokens, free_tokens), tokens)] : []),
      fill(renews ? t.receipt_cancel : t.receipt_ends, { beside: model.beside, day: values.last }),
    ],
    action: { label: t.receipt_open, url },
    footnote: t.receipt_footnote,
  };
}
