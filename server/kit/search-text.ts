/** Lower case without accents: what things are found by. */
export function searchKey(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

/** A search as a part of a `like` pattern: the characters that `like` would read as wildcards are taken literally. */
export function likeLiteral(search: string): string {
  return searchKey(search).replaceAll(/[\\%_]/g, "\\$&");
}
