import { plainText } from "#server/kit/text-rules/plain-text.ts";

/** Digits and signs that are written in place of letters. */
const lookAlikes: Readonly<Record<string, string>> = {
  ...{ a: "4@", b: "8", e: "3€", g: "9", i: "1!|", l: "1|", o: "0", s: "5$", t: "7+", z: "2" },
  // Who leaves the tilde out means the same word; the other way round it would be another one.
  ñ: "n",
};
/** Shorter words are found as they are written alone: `a5` is no `as`. */
const disguisedFrom = 3;

/**
 * Whether a text has one of these words or phrases, as whole words and whatever the case and accents: also with its
 * letters apart (`w o r d`, `w.o.r.d`), drawn out (`wooord`) or replaced by signs that look alike (`w0rd`). A number
 * is never taken for a word.
 */
export function hasFilteredWord(words: readonly string[], text: string): boolean {
  if (words.length === 0) return false;
  const plain = plainText(text);
  return words.some((word) => has(plain, plainText(word).trim()));
}

function has(text: string, word: string): boolean {
  if (word === "") return false;
  if (!/[\p{L}\p{N}]/u.test(word)) return text.includes(word);
  const found = [...text.matchAll(patternOf(word))];
  return /\p{L}/u.test(word) ? found.some(([match]) => /\p{L}/u.test(match)) : found.length > 0;
}

function patternOf(phrase: string): RegExp {
  const words = phrase.split(/\s+/).map(wordPattern);
  return new RegExp(`(?<![\\p{L}\\p{N}])${words.join("[^\\p{L}\\p{N}]+")}(?![\\p{L}\\p{N}])`, "gu");
}

function wordPattern(word: string): string {
  const signs = [...word];
  if (signs.length < disguisedFrom) return signs.map(escaped).join("");
  const letters = signs.map((sign) => {
    const one = `[${[sign, ...(lookAlikes[sign] ?? "")].map(escaped).join("")}]`;
    // Twice is another word more often than not.
    return `${one}(?:${one}{2,})?`;
  });
  return `(?:${letters.join("[._*'’-]?")}|${letters.join("[^\\p{L}\\p{N}]{1,3}")})`;
}

/** A sign as the class or the pattern of a regular expression with `u` takes it. */
const escaped = (sign: string) => sign.replace(/[\\^$.*+?()[\]{}|/-]/, "\\$&");
