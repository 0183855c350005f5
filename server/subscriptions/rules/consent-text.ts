import type { Language } from "#contract/common.ts";
import en from "#locales/subscriptions.en.json" with { type: "json" };
import es from "#locales/subscriptions.es.json" with { type: "json" };

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

/** US dollars, written alike in both languages: $24.99 and $1,024.99. */
export function dollars(cents: number): string {
  const [whole = "0", rest = "00"] = (cents / 100).toFixed(2).split(".");
  return `$${grouped(Number(whole), "en")}.${rest}`;
}

/** A day in UTC, as the mails name it: "December 24, 2026", "24 de diciembre de 2026". */
export function longDay(at: Date, language: Language): string {
  return new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(at);
}

/** Groups every three digits, also those of Spanish numbers of four. */
export function grouped(whole: number, language: Language): string {
  return String(whole).replaceAll(/\B(?=(\d{3})+$)/g, language === "es" ? "." : ",");
}

/** A text of the locales with its `{names}` replaced. Throws where one is missing. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`nothing fills {${name}}`);
    return value;
  });
}
