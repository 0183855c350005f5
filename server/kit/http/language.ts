import type { Language } from "#contract/common.ts";

/**
 * The language an `Accept-Language` header (RFC 9110, 12.5.4) asks for: Spanish if a Spanish range ranks above
 * every English one, else English.
 */
export function languageOf(header: string | undefined): Language {
  const ranges = (header ?? "").split(",").slice(0, 20).map(parseRange);
  const best = (prefix: string) =>
    Math.max(0, ...ranges.filter((r) => r.tag.startsWith(prefix)).map((r) => r.weight));
  return best("es") > best("en") ? "es" : "en";
}

function parseRange(range: string): { tag: string; weight: number } {
  const [tag = "", ...parameters] = range.trim().toLowerCase().split(";");
  const quality = parameters.map((p) => p.trim()).find((p) => p.startsWith("q="));
  const weight = quality ? Number(quality.slice(2)) : 1;
  return { tag: tag.trim(), weight: Number.isFinite(weight) ? weight : 0 };
}
