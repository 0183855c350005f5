import type { Language } from "#contract/common.ts";
import type { TermMonths } from "#contract/subscription-terms.ts";
import type { Email } from "#server/email/email.ts";
import { dollars, grouped, longDay } from "#server/kit/texts.ts";
import type { ModelWords } from "./model-words.ts";
import { termText } from "./term-text.ts";

export type Renewal = {
  to: string;
  language: Language;
  model: ModelWords;
  months: TermMonths;
  priceCents: number;
  freeTokens: number;
  renewsAt: Date;
  /** Page of the fan's subscriptions. */
  url: string;
};

/** The email some days before a renewal: what will be charged and when, and how to cancel before. */
export function renewalEmail({ to, language, model, url, ...renewal }: Renewal): Email {
  const texts = language === "es" ? spanish : english;
  const day = longDay(renewal.renewsAt, language);
  const price = dollars(renewal.priceCents);
  return {
    to,
    language,
    subject: texts.subject(day),
    paragraphs: [
      texts.renews(model.name, day, price, termText(language, renewal.months)),
      ...(renewal.freeTokens > 0 ? [texts.tokens(renewal.freeTokens)] : []),
      texts.goOn,
      texts.cancel(model.beside, day),
    ],
    action: { label: texts.open, url },
    footnote: texts.footnote,
  };
}

const english = {
  subject: (day: string) => `Your subscription renews on ${day}`,
  renews: (name: string, day: string, price: string, term: string) =>
    `Your subscription to ${name} renews on ${day} (UTC) for another ${term}. ${price}, VAT included, is then charged to the card that you subscribed with.`,
  tokens: (count: number) =>
    count === 1 ? "1 token comes with it." : `${grouped(count, "en")} tokens come with it.`,
  goOn: "To keep the subscription you have nothing to do.",
  cancel: (beside: string, day: string) =>
    `To cancel, open your subscriptions and choose Unsubscribe beside ${beside} before ${day}. Nothing more is charged then, and the subscription stays active until that day.`,
  open: "Open my subscriptions",
  footnote: "You get this email before every renewal, because you agreed to a payment that renews itself.",
};

const spanish: typeof english = {
  subject: (day) => `Tu suscripción se renueva el ${day}`,
  renews: (name, day, price, term) =>
    `Tu suscripción a ${name} se renueva el ${day} (UTC) por otros ${term}. Ese día se cobran ${price}, IVA incluido, en la tarjeta con la que te suscribiste.`,
  tokens: (count) => `Con el pago recibes ${grouped(count, "es")} ${count === 1 ? "token" : "tokens"}.`,
  goOn: "Para conservar la suscripción no tienes que hacer nada.",
  cancel: (beside, day) =>
    `Para cancelar, abre tus suscripciones y elige Cancelar suscripción junto a ${beside} antes del ${day}. Entonces no se cobra nada más y la suscripción sigue activa hasta ese día.`,
  open: "Abrir mis suscripciones",
  footnote:
    "Recibes este correo antes de cada renovación, porque aceptaste un pago que se renueva por sí mismo.",
};
