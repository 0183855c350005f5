import type { Language } from "#contract/common.ts";
import type { Email } from "#server/email/email.ts";
import { dollars, longDay } from "#server/kit/texts.ts";
import type { ModelWords } from "./model-words.ts";
import { answerBy, type PriceRise } from "./price-rise.ts";
import { termText } from "./term-text.ts";

type Reader = { to: string; language: Language; model: ModelWords; url: string };
type Rise = Omit<PriceRise, "modelName">;

/** Asks for the agreement to a new price, when the change is ordered and again before the renewal. */
export function priceQuestionEmail({ to, language, model, url }: Reader, rise: Rise): Email {
  const texts = language === "es" ? spanish : english;
  const [day, term] = [longDay(rise.from, language), termText(language, rise.months)];
  return {
    to,
    language,
    subject: texts.question,
    paragraphs: [
      texts.asks(model.name, dollars(rise.toCents), dollars(rise.fromCents), day, term),
      texts.answer(longDay(answerBy(rise.from), language)),
      texts.silence(day),
    ],
    action: { label: texts.open, url },
    footnote: texts.footnote,
  };
}

/** States what was agreed to, and how to cancel. */
export function priceAgreedEmail({ to, language, model, url }: Reader, rise: Rise): Email {
  const texts = language === "es" ? spanish : english;
  const [day, term] = [longDay(rise.from, language), termText(language, rise.months)];
  return {
    to,
    language,
    subject: texts.agreed,
    paragraphs: [
      texts.agreedTo(model.name, dollars(rise.toCents), day, term),
      texts.cancel(model.beside, day),
    ],
    action: { label: texts.open, url },
  };
}

/** States that the subscription ends, because the new price was not agreed to. */
export function priceLapsedEmail({ to, language, model, url }: Reader, rise: Rise): Email {
  const texts = language === "es" ? spanish : english;
  const [day, term] = [longDay(rise.from, language), termText(language, rise.months)];
  return {
    to,
    language,
    subject: texts.ends(day),
    paragraphs: [texts.lapsed(model.name, dollars(rise.toCents), day, term), texts.still(day)],
    action: { label: texts.open, url },
  };
}

const english = {
  question: "The price of your subscription changes: do you agree?",
  asks: (name: string, to: string, from: string, day: string, term: string) =>
    `From ${day} (UTC) on, ${name} asks ${to} instead of ${from} every ${term}, VAT included. Until then nothing changes.`,
  answer: (day: string) =>
    `To keep the subscription, open your subscriptions and agree to the new price before ${day}.`,
  silence: (day: string) =>
    `If you do not answer, the new price is never charged: the subscription ends on ${day}.`,
  agreed: "You agreed to the new price of your subscription",
  agreedTo: (name: string, to: string, day: string, term: string) =>
    `You agreed that ${to}, VAT included, is charged for your subscription to ${name} on ${day} (UTC) and every ${term} from then until you cancel.`,
  cancel: (beside: string, day: string) =>
    `To cancel, open your subscriptions and choose Unsubscribe beside ${beside} before ${day}.`,
  ends: (day: string) => `Your subscription ends on ${day}`,
  lapsed: (name: string, to: string, day: string, term: string) =>
    `You did not agree to the new price of ${name}, ${to} every ${term}. The subscription is not renewed, nothing more is charged, and it stays active until ${day} (UTC).`,
  still: (day: string) => `You can still agree until ${day}, and it goes on.`,
  open: "Open my subscriptions",
  footnote: "You get this email because a price that you agreed to changes.",
};

const spanish: typeof english = {
  question: "Cambia el precio de tu suscripción: ¿lo aceptas?",
  asks: (name, to, from, day, term) =>
    `Desde el ${day} (UTC), ${name} pide ${to} en lugar de ${from} cada ${term}, IVA incluido. Hasta entonces no cambia nada.`,
  answer: (day) =>
    `Para conservar la suscripción, abre tus suscripciones y acepta el precio nuevo antes del ${day}.`,
  silence: (day) => `Si no respondes, el precio nuevo no se cobra nunca: la suscripción termina el ${day}.`,
  agreed: "Aceptaste el precio nuevo de tu suscripción",
  agreedTo: (name, to, day, term) =>
    `Aceptaste que se cobren ${to}, IVA incluido, por tu suscripción a ${name} el ${day} (UTC) y después cada ${term} hasta que canceles.`,
  cancel: (beside, day) =>
    `Para cancelar, abre tus suscripciones y elige Cancelar suscripción junto a ${beside} antes del ${day}.`,
  ends: (day) => `Tu suscripción termina el ${day}`,
  lapsed: (name, to, day, term) =>
    `No aceptaste el precio nuevo de ${name}, ${to} cada ${term}. La suscripción no se renueva, no se cobra nada más y sigue activa hasta el ${day} (UTC).`,
  still: (day) => `Todavía puedes aceptarlo hasta el ${day}, y la suscripción continúa.`,
  open: "Abrir mis suscripciones",
  footnote: "Recibes este correo porque cambia un precio que aceptaste.",
};
