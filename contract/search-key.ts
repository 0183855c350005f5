/** Marks on letters, and what joins or hides within a word. */
const marks =
  /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/g;
/** Signs that keyboards and word processors write in place of one another. */
const apostrophes = /[\u2018\u2019\u201a\u201b\u02b9\u02bc\u2032\u00b4\u0060]/g;
const quotes = /[\u201c\u201d\u201e\u00ab\u00bb]/g;
const dashes = /[\u2010-\u2015\u2212]/g;
/** Letters that are two, and letters with strokes, which Unicode takes for letters of their own. */
const others: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ı: "i",
};

/**
 * The key by which things are found: lower case without accents, ligatures (ﬁ), full-width letters, and with one kind
 * of apostrophe, quotation mark and dash. `kit.search_key` makes it in the database.
 */
export function searchKey(text: string): string {
  return text
    .replaceAll(apostrophes, "'")
    .replaceAll(quotes, '"')
    .replaceAll(dashes, "-")
    .normalize("NFKD")
    .replaceAll(marks, "")
    .toLowerCase()
    .replaceAll(/[ßæœøłđı]/g, (letter) => others[letter] ?? letter);
}
