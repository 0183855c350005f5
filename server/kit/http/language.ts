import type { Language } from "#contract/common.ts";

/**
 * The language an `Accept-Language` header (RFC 9110, 12.5.4) asks for: Spanish if a Spanish range ranks above
 * every English one, English if it does not, and `otherwise` if it asks for neither.
 */
export function languageOf(header: string | undefined, otherwise: Language = "en"): Language {
  const ranges = (header ?? "").split(",").slice(0, 20).map(parseRange);
  const best = (prefix: string) =>
    Math.max(0, ...ranges.filter((r) => r.tag.startsWith(prefix)).map((r) => r.weight));
  if (best("es") === best("en") && best("en") === 0) return otherwise;
  return best("es") > best("en") ? "es" : "en";
}

function parseRange(range: string): { tag: string; weight: number } {
  const [tag = "", ...parameters] = range.trim().toLowerCase().split(";");
  const quality = parameters.map((p) => p.trim()).find((p) => p.startsWith("q="));
  const weight = quality ? Number(quality.slice(2)) : 1;
  return { tag: tag.trim(), weight: Number.isFinite(weight) ? weight : 0 };
}

/** A sentence in every language of the product; a missing one is a type error. */
export type Text = Readonly<Record<Language, string>>;

/** Sentences by their codes. */
export type Texts<Code extends string = string> = Readonly<Record<Code, Text>>;

/** Declares a set of texts and keeps their codes as a type; refusals are in the catalogue (refusals.ts). */
export function defineTexts<Code extends string>(texts: Texts<Code>): Texts<Code> {
  return texts;
}
