import type { Language } from "#contract/common.ts";
import { type TermMonths, termDays } from "#contract/subscription-terms.ts";
import en from "#locales/subscriptions.en.json" with { type: "json" };
import es from "#locales/subscriptions.es.json" with { type: "json" };
import { counted, fill, grouped } from "#server/kit/texts.ts";

const texts = { en, es } as const;

/** How long one payment lasts, as pages and mails write it behind "every" or "for": "30 days", "3 months (90 days)". */
export function termText(language: Language, months: TermMonths): string {
  const t = texts[language];
  const values = { months: String(months), days: String(termDays(months)) };
  return fill(months === 1 ? t.sub_term_month : t.sub_term_months, values);
}

/** The tokens that come with each payment, as pages write it; none without tokens. */
export function tokensText(language: Language, months: TermMonths, tokens: number): string[] {
  const t = texts[language];
  if (tokens === 0) return [];
  const text = months === 1 ? t.sub_fact_tokens : t.sub_fact_tokens_term;
  return [fill(counted(text, tokens), { amount: grouped(tokens, language) })];
}
