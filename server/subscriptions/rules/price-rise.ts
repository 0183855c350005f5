import type { Language } from "#contract/common.ts";
import type { TermMonths } from "#contract/subscription-terms.ts";
import en from "#locales/subscriptions.en.json" with { type: "json" };
import es from "#locales/subscriptions.es.json" with { type: "json" };
import { dollars, fill } from "#server/kit/texts.ts";
import { priceAnswerMs, reorderMaxMs } from "./period.ts";
import { termText, tokensText } from "./term-text.ts";

const texts = { en, es } as const;

/** A price that is asked for: from which renewal on, and what each payment for the term costs until then. */
export type PriceRise = {
  modelName: string;
  months: TermMonths;
  fromCents: number;
  toCents: number;
  freeTokens: number;
  from: Date;
};

/** The words of the page by which a subscriber agrees to a new price, as the page shows them. */
export function riseText(language: Language, rise: PriceRise): string {
  const t = texts[language];
  const [price, date] = [dollars(rise.toCents), mediumDay(rise.from, language)];
  const term = termText(language, rise.months);
  return [
    fill(t.sub_rise_title, { name: rise.modelName }),
    fill(t.sub_rise_now, { price: dollars(rise.fromCents), term }),
    fill(t.sub_rise_then, { price, date, term }),
    ...tokensText(language, rise.months, rise.freeTokens),
    t.sub_fact_cancel,
    fill(t.sub_rise_consent, { price, date, term }),
  ].join("\n");
}

/** Whether the coming renewal is the one that was asked about. Days may move a little when notices come late. */
export function isAboutNext(change: { applies_at: Date }, expireAt: Date): boolean {
  return expireAt.getTime() >= change.applies_at.getTime() - reorderMaxMs;
}

/** When a question about the coming renewal has to be answered. */
export const answerBy = (expireAt: Date): Date => new Date(expireAt.getTime() - priceAnswerMs);

function mediumDay(at: Date, language: Language): string {
  return new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" }).format(at);
}
