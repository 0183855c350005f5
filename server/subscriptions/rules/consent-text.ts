import type { Language } from "#contract/common.ts";
import type { TermMonths } from "#contract/subscription-terms.ts";
import en from "#locales/subscriptions.en.json" with { type: "json" };
import es from "#locales/subscriptions.es.json" with { type: "json" };
import { dollars, fill } from "#server/kit/texts.ts";
import { termText, tokensText } from "./term-text.ts";

const texts = { en, es } as const;

/** The terms that a fan is asked to agree to: the months, and the price and the contents of each payment for them. */
export type Offered = { modelName: string; months: TermMonths; priceCents: number; freeTokens: number };

/** The words of the page by which a fan agrees, as the page shows them: what is bought, what it costs, how it renews and ends. */
export function consentText(
  language: Language,
  { modelName, months, priceCents, freeTokens }: Offered,
): string {
  const t = texts[language];
  const [price, term] = [dollars(priceCents), termText(language, months)];
  return [
    fill(t.sub_title, { name: modelName }),
    fill(t.sub_fact_content, { name: modelName }),
    ...tokensText(language, months, freeTokens),
    fill(t.sub_fact_renews, { price, term }),
    t.sub_fact_cancel,
    `${price} ${t.sub_today}`,
    fill(t.sub_consent, { price, term }),
  ].join("\n");
}
