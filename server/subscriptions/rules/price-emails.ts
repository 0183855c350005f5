import type { Language } from "#contract/common.ts";
import en from "#locales/mails/subscriptions.en.json" with { type: "json" };
import es from "#locales/mails/subscriptions.es.json" with { type: "json" };
import type { Email } from "#server/email/email.ts";
import { dollars, fill, longDay } from "#server/kit/texts.ts";
import type { ModelWords } from "./model-words.ts";
import { answerBy, type PriceRise } from "./price-rise.ts";
import { termText } from "./term-text.ts";

type Reader = { to: string; language: Language; model: ModelWords; url: string };
type Rise = Omit<PriceRise, "modelName">;

const texts = { en, es } as const;

/** Asks for the agreement to a new price, when the change is ordered and again before the renewal. */
export function priceQuestionEmail(reader: Reader, rise: Rise): Email {
  const t = texts[reader.language];
  const values = valuesOf(reader, rise);
  const until = longDay(answerBy(rise.from), reader.language);
  return {
    ...framed(reader),
    subject: t.question_subject,
    paragraphs: [
      fill(t.question_asks, values),
      fill(t.question_answer, { day: until }),
      fill(t.question_silence, values),
    ],
    footnote: t.question_footnote,
  };
}

/** States what was agreed to, and how to cancel. */
export function priceAgreedEmail(reader: Reader, rise: Rise): Email {
  const t = texts[reader.language];
  const values = valuesOf(reader, rise);
  return {
    ...framed(reader),
    subject: t.agreed_subject,
    paragraphs: [fill(t.agreed_text, values), fill(t.cancel, values)],
  };
}

/** States that the subscription ends, because the new price was not agreed to. */
export function priceLapsedEmail(reader: Reader, rise: Rise): Email {
  const t = texts[reader.language];
  const values = valuesOf(reader, rise);
  return {
    ...framed(reader),
    subject: fill(t.lapsed_subject, values),
    paragraphs: [fill(t.lapsed_text, values), fill(t.lapsed_still, values)],
  };
}

const framed = ({ to, language, url }: Reader) => ({
  to,
  language,
  action: { label: texts[language].open, url },
});

function valuesOf({ language, model }: Reader, { from, fromCents, toCents, months }: Rise) {
  return {
    name: model.name,
    beside: model.beside,
    from: dollars(fromCents),
    to: dollars(toCents),
    day: longDay(from, language),
    term: termText(language, months),
  };
}
