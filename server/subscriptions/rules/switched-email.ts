import type { Language } from "#contract/common.ts";
import type { TermMonths } from "#contract/subscription-terms.ts";
import en from "#locales/mails/subscriptions.en.json" with { type: "json" };
import es from "#locales/mails/subscriptions.es.json" with { type: "json" };
import type { Email } from "#server/email/email.ts";
import { dollars, fill, longDay } from "#server/kit/texts.ts";
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

const texts = { en, es } as const;

/** The email after a fan has unsubscribed or reactivated: what is charged when, or that nothing is any more. */
export function switchedEmail({ to, language, model, on, url, ...of }: Switched): Email {
  const t = texts[language];
  const values = {
    ...model,
    day: longDay(of.expireAt, language),
    price: dollars(of.priceCents),
    term: termText(language, of.months),
  };
  const end = of.expireAt > of.at ? fill(t.off_ends, values) : t.off_ended;
  return {
    to,
    language,
    subject: on ? t.on_subject : t.off_subject,
    paragraphs: on ? [fill(t.on_text, values), fill(t.cancel, values)] : [fill(t.off_text, values), end],
    action: { label: t.open, url },
    footnote: t.switched_footnote,
  };
}
