import type { Language } from "./common.ts";

/** Languages of the countries where Spanish is spoken too, or close to it: who reads one of them reads Spanish. */
const spanishReaders = new Set(["ca", "gl", "eu", "oc", "an", "ast", "gn", "qu", "ay", "nah", "pt"]);

/**
 * The language that an `Accept-Language` header (RFC 9110, 12.5.4) asks for; null where it asks for neither. Where it
 * names both, the one with the higher quality, of two with the same the first. Where it does not name Spanish, the
 * languages of `spanishReaders` ask for it. A quality of 0 refuses a language.
 */
export function acceptedLanguage(header: string | null | undefined): Language | null {
  const ranges = (header ?? "").split(",").slice(0, 20).map(parseRange);
  ranges.sort((a, b) => b.quality - a.quality);
  const named = (...languages: string[]) => ranges.filter(({ of }) => languages.includes(of));
  const [first] = named("es").length > 0 ? named("es", "en") : named("en", ...spanishReaders);
  if (!first || first.quality === 0) return null;
  return first.of === "en" ? "en" : "es";
}

/** A range with its primary subtag; a quality that is no number is 0. */
function parseRange(range: string): { of: string; quality: number } {
  const [tag = "", ...parameters] = range
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  const written = parameters.find((parameter) => parameter.startsWith("q="));
  const quality = written === undefined ? 1 : Number(written.slice(2));
  return { of: tag.split("-")[0] ?? "", quality: quality > 0 && quality <= 1 ? quality : 0 };
}
