import type { Language } from "#contract/common.ts";
import type { SubscriptionPayment } from "#contract/subscription-payments.ts";
import type { Email } from "#server/email/email.ts";
import { amountText, grouped, longDay } from "#server/kit/texts.ts";
import type { ModelWords } from "./model-words.ts";

/** `url`: page of the receipt; `renews`: the subscription is to be renewed, as far as is known now. */
type Reader = { to: string; language: Language; model: ModelWords; url: string; renews: boolean };
type Paid = Omit<SubscriptionPayment, "model">;

/** The email of a payment: what was charged for which days, how to cancel, and the way to the receipt. */
export function receiptEmail(
  { to, language, model, url, renews }: Reader,
  { amount, currency, from, to: until, free_tokens, renewal }: Paid,
): Email {
  const texts = language === "es" ? spanish : english;
  const price = amountText(Math.round(amount * 100), currency, language);
  const [first, last] = [longDay(new Date(from), language), longDay(new Date(until), language)];
  return {
    to,
    language,
    subject: texts.subject,
    paragraphs: [
      renewal ? texts.renewed(model.name, price) : texts.began(model.name, price),
      texts.days(first, last),
      ...(free_tokens > 0 ? [texts.tokens(free_tokens)] : []),
      renews ? texts.cancel(model.beside, last) : texts.ends(last),
    ],
    action: { label: texts.open, url },
    footnote: texts.footnote,
  };
}

const english = {
  subject: "Your receipt for a subscription",
  began: (name: string, price: string) =>
    `Thank you. You are subscribed to ${name}; you paid ${price}, VAT included.`,
  renewed: (name: string, price: string) =>
    `Your subscription to ${name} was renewed; you paid ${price}, VAT included.`,
  days: (first: string, last: string) => `It runs from ${first} to ${last} (UTC).`,
  tokens: (count: number) =>
    count === 1
      ? "1 token that comes with it is in your balance."
      : `${grouped(count, "en")} tokens that come with it are in your balance.`,
  cancel: (beside: string, day: string) =>
    `It renews until you cancel. To cancel, open your subscriptions and choose Unsubscribe beside ${beside} before ${day}.`,
  ends: (day: string) => `It is not renewed and ends on ${day}.`,
  open: "Open the receipt",
  footnote: "You will find all receipts in your statement, under Subscriptions.",
};

const spanish: typeof english = {
  subject: "Tu recibo de una suscripción",
  began: (name, price) => `Gracias. Te suscribiste a ${name}; pagaste ${price}, IVA incluido.`,
  renewed: (name, price) => `Tu suscripción a ${name} se renovó; pagaste ${price}, IVA incluido.`,
  days: (first, last) => `Va del ${first} al ${last} (UTC).`,
  tokens: (count) =>
    count === 1
      ? "El token que viene con ella está en tu saldo."
      : `Los ${grouped(count, "es")} tokens que vienen con ella están en tu saldo.`,
  cancel: (beside, day) =>
    `Se renueva hasta que canceles. Para cancelar, abre tus suscripciones y elige Cancelar suscripción junto a ${beside} antes del ${day}.`,
  ends: (day) => `No se renueva y termina el ${day}.`,
  open: "Ver el recibo",
  footnote: "Todos los recibos están en tus movimientos, en Suscripciones.",
};
