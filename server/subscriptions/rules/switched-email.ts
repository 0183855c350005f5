import type { Language } from "#contract/common.ts";
import type { TermMonths } from "#contract/subscription-terms.ts";
import type { Email } from "#server/email/email.ts";
import { dollars, longDay } from "#server/kit/texts.ts";
import type { ModelWords } from "./model-words.ts";
import { termText } from "./term-text.ts";

/** `on`: the renewal was switched on again, else off. `url`: page of the fan's subscriptions. */
export type Switched = {
  to: string;
  language: Language;
  model: ModelWords;
  on: boolean;
  months: TermMonths;
  priceCents: number;
  /** The end of what is paid, and of the moment when the fan switched. */
  expireAt: Date;
  at: Date;
  url: string;
};

/** The email after a fan has unsubscribed or reactivated: what is charged when, or that nothing is any more. */
export function switchedEmail({ to, language, model, on, url, ...of }: Switched): Email {
  const texts = language === "es" ? spanish : english;
  const day = longDay(of.expireAt, language);
  const off = of.expireAt > of.at ? texts.ends(day) : texts.ended;
  return {
    to,
    language,
    subject: on ? texts.subjectOn : texts.subjectOff,
    paragraphs: on
      ? [
          texts.on(model.name, dollars(of.priceCents), day, termText(language, of.months)),
          texts.cancel(model.beside, day),
        ]
      : [texts.off(model.name), off],
    action: { label: texts.open, url },
    footnote: texts.footnote,
  };
}

const english = {
  subjectOff: "You unsubscribed",
  subjectOn: "Your subscription renews again",
  off: (name: string) => `You unsubscribed from ${name}. Nothing more is charged.`,
  ends: (day: string) => `Your subscription stays active until ${day} (UTC).`,
  ended: "What you had paid for is over.",
  on: (name: string, price: string, day: string, term: string) =>
    `You reactivated your subscription to ${name}. Nothing was charged today: ${price}, VAT included, is charged on ${day} (UTC), and then every ${term}.`,
  cancel: (beside: string, day: string) =>
    `To cancel, open your subscriptions and choose Unsubscribe beside ${beside} before ${day}.`,
  open: "Open my subscriptions",
  footnote: "If this was not you, change your password and write to us.",
};

const spanish: typeof english = {
  subjectOff: "Cancelaste una suscripción",
  subjectOn: "Tu suscripción se renueva de nuevo",
  off: (name) => `Cancelaste tu suscripción a ${name}. No se cobra nada más.`,
  ends: (day) => `Tu suscripción sigue activa hasta el ${day} (UTC).`,
  ended: "El período que pagaste ya terminó.",
  on: (name, price, day, term) =>
    `Reactivaste tu suscripción a ${name}. Hoy no se cobró nada: ${price}, IVA incluido, se cobran el ${day} (UTC) y después cada ${term}.`,
  cancel: (beside, day) =>
    `Para cancelar, abre tus suscripciones y elige Cancelar suscripción junto a ${beside} antes del ${day}.`,
  open: "Abrir mis suscripciones",
  footnote: "Si no fuiste tú, cambia tu contraseña y escríbenos.",
};
