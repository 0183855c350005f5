import { searchKey } from "#contract/search-key.ts";

/** A search as a part of a `like` pattern: the characters that `like` would read as wildcards are taken literally. */
export function likeLiteral(search: string): string {
  return searchKey(search).replaceAll(/[\\%_]/g, "\\$&");
}

/** The words of a search, so many at most: what is behind them hardly narrows it, and each costs. */
export const searchWords = (search: string, max = 8): string[] =>
  search.trim().split(/\s+/).filter(Boolean).slice(0, max);

/**
 * A `tsquery` for texts in which a word begins like this one; null when it has neither letter nor digit. Any other
 * character between letters and digits parts it into words that follow each other. The last one is asked for as a
 * whole word too: that finds nothing more, but the planner knows how common whole words are (`ts_selfuncs.c` guesses
 * for prefixes). `before` stands before each word, in letters and digits, where the texts' words have it too.
 */
export function wordStart(word: string, before = ""): string | null {
  const parts = searchKey(word)
    .match(/[\p{L}\p{N}]+/gu)
    ?.map((part) => before + part);
  const last = parts?.pop();
  if (!parts || last === undefined) return null;
  return [...parts.map((part) => `'${part}'`), `('${last}' | '${last}':*)`].join(" <-> ");
}
