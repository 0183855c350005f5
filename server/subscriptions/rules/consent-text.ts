import type { Language } from "#contract/common.ts";
import en from "#locales/subscriptions.en.json" with { type: "json" };
import es from "#locales/subscriptions.es.json" with { type: "json" };
import { dollars, fill, grouped } from "#server/kit/texts.ts";

const texts = { en, es } as const;

/** What a fan is asked to agree to. */
export type Offered = { modelName: string; priceCents: number; freeTokens: number };

/** The words of the page by which a fan agrees, as the page shows them: what is bought, what it costs, how it renews and ends. */
export function consentText(language: Language, { modelName, priceCents, freeTokens }: Offered): string {
  const t = texts[language];
  const price = dollars(priceCents);
  return [
    fill(t.sub_title, { name: modelName }),
    fill(t.sub_fact_content, { name: modelName }),
    ...(freeTokens > 0 ? [fill(t.sub_fact_tokens, { amount: grouped(freeTokens, language) })] : []),
    fill(t.sub_fact_renews, { price }),
    t.sub_fact_cancel,
    `${price} ${t.sub_today}`,
    fill(t.sub_consent, { price }),
  ].join("\n");
}
