import { charactersIn } from "./written-text.ts";

/**
 * The characters of which nothing can be seen, written out as members of a class of a regular expression that Python and
 * JavaScript read alike: for the OpenAPI document. `written-text.ts` says the same by Unicode's properties.
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
 * those few that are drawn as nothing without being either. The astral ones stand for themselves.
 */
export const unseen = hidden + joiners;

function range(first: number, last: number): string {
  return `${String.fromCodePoint(first)}-${String.fromCodePoint(last)}`;
}

const allUnseen = new RegExp(`[${unseen}]`, "gu");
/** Characters of a text of which something can be seen, and the spaces between them. */
export const seenCharactersIn = (text: string): number => charactersIn(text.replaceAll(allUnseen, "").trim());

const anyHidden = new RegExp(`[${hidden}]`, "u");
/** Has this name characters that nobody sees? */
export const hidesCharacters = (name: string): boolean => anyHidden.test(name);
