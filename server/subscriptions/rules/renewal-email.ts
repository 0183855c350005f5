import type { Language } from "#contract/common.ts";
import type { TermMonths } from "#contract/subscription-terms.ts";
import en from "#locales/mails/subscriptions.en.json" with { type: "json" };
import es from "#locales/mails/subscriptions.es.json" with { type: "json" };
import type { Email } from "#server/email/email.ts";
import { counted, dollars, fill, grouped, longDay } from "#server/kit/texts.ts";
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

const texts = { en, es } as const;

/** The email some days before a renewal: what will be charged and when, and how to cancel before. */
export function renewalEmail({ to, language, model, url, ...renewal }: Renewal): Email {
  const t = texts[language];
  const { months, priceCents, freeTokens, renewsAt } = renewal;
  const values = {
    ...model,
    day: longDay(renewsAt, language),
    price: dollars(priceCents),
    term: termText(language, months),
  };
  const tokens = { amount: grouped(freeTokens, language) };
  return {
    to,
    language,
    subject: fill(t.renewal_subject, values),
    paragraphs: [
      fill(t.renewal_text, values),
      ...(freeTokens > 0 ? [fill(counted(t.renewal_tokens, freeTokens), tokens)] : []),
      t.renewal_go_on,
      fill(t.renewal_cancel, values),
    ],
    action: { label: t.open, url },
    footnote: t.renewal_footnote,
  };
}
