/** Lower case without accents: what things are found by. */
export function searchKey(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

/** A search as a part of a `like` pattern: the characters that `like` would read as wildcards are taken literally. */
export function likeLiteral(search: string): string {
  return searchKey(search).replaceAll(/[\\%_]/g, "\\$&");
}

/** The words of a search, so many at most: what is behind them hardly narrows it, and each costs. */
export const searchWords = (search: string, max = 8): string[] =>
  search.trim().split(/\s+/).filter(Boolean).slice(0, max);

/** A regular expression of PostgreSQL for texts in which a word begins like this one. */
export function wordStart(word: string): string {
  const literal = searchKey(word).replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return /^[\p{L}\p{N}]/u.test(literal) ? `\\m${literal}` : literal;
}
