import { filteredWords } from "#contract/field-bounds.ts";
import { searchKey } from "#contract/search-key.ts";

const { countMax, lengthMax } = filteredWords;

/** The typed list of words: one a line, each once; or the bound that it breaks. */
export type TypedWords =
  | { ok: true; words: string[] }
  | { ok: false; problem: "too_many" }
  | { ok: false; problem: "too_long"; word: string };

/** Reads words as they are typed: one, or a few that belong together, a line. Case and accents make no other word. */
export function typedWords(text: string): TypedWords {
  const words = new Map<string, string>();
  for (const line of text.split("\n")) {
    const word = line.trim().replaceAll(/\s+/g, " ");
    if (word.length > lengthMax) return { ok: false, problem: "too_long", word };
    const key = searchKey(word);
    if (word !== "" && !words.has(key)) words.set(key, word);
  }
  return words.size > countMax
    ? { ok: false, problem: "too_many" }
    : { ok: true, words: [...words.values()] };
}
