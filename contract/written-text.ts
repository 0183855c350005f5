/**
 * What somebody has written, as pages and server read it. Needs no library.
 */

const joiners = "\\u200c\\u200d\\ufe0e\\ufe0f";
/** {@link unseen} without what joins letters and emoji: what a name must not have, with all that turns text round. */
export const hidden = [
  "\\u0001-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b\\u200e\\u200f",
  "\\u202a-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufe00-\\ufe0d\\ufeff\\uffa0\\ufff0-\\ufffb",
  range(0x13430, 0x1343f),
  range(0x16fe4, 0x16fe4),
  range(0x1bca0, 0x1bca3),
  range(0x1d159, 0x1d159),
  range(0x1d173, 0x1d17a),
  range(0xe0000, 0xe0fff),
].join("");
/**
 * Characters of which nothing can be seen, besides spaces: the `Default_Ignorable_Code_Point` of Unicode, controls, and
 * those few that are drawn as nothing without being either. As members of a class of a regular expression that Python and
 * JavaScript read alike; the astral ones stand for themselves.
 */
export const unseen = hidden + joiners;

function range(first: number, last: number): string {
  return `${String.fromCodePoint(first)}-${String.fromCodePoint(last)}`;
}

const anySeen = new RegExp(`[^\\s${unseen}]`, "u");
const allUnseen = new RegExp(`[${unseen}]`, "gu");

const stackedMarks = /\p{M}{31}/u;
/**
 * Has this text more marks upon one letter than any language writes (Unicode UAX #15, "Stream-Safe Text Format")? Bringing
 * so many into their order takes the square of their number: such a text is refused as it is.
 */
export const stacksMarks = (text: string): boolean => stackedMarks.test(text);

/** A text in a form of Unicode; one that stacks marks stays as it is. */
export const inForm = (text: string, form: "NFC" | "NFKC"): string =>
  stacksMarks(text) ? text : text.normalize(form);

/** Can nothing of this text be seen? */
export const isBlank = (text: string): boolean => !anySeen.test(text);

/**
 * A text as it is kept: in Unicode's form NFC, so that a letter is the same whichever keyboard it came from, without the
 * spaces around it; empty when nothing of it can be seen.
 */
export function written(text: string): string {
  return isBlank(text) ? "" : inForm(text, "NFC").trim();
}

/** Characters of a text (Unicode code points), as the database and JSON Schema count them. */
export const charactersIn = (text: string): number => [...text].length;

/** Characters of a text of which something can be seen, and the spaces between them. */
export const seenCharactersIn = (text: string): number => charactersIn(text.replaceAll(allUnseen, "").trim());

const anyHidden = new RegExp(`[${hidden}]`, "u");
/** Has this name characters that nobody sees? */
export const hidesCharacters = (name: string): boolean => anyHidden.test(name);
