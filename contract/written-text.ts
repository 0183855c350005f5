/**
 * Text that somebody has written, as pages and server read it. Needs no library.
 */

/**
 * A character of which something can be seen: no space, nothing that Unicode has ignored by default (`Default_Ignorable_Code_Point`), no control, and none
 * of those few that are drawn as nothing without being either.
 */
const seen = /[^\s\p{DI}\p{Cc}\u2800\ufff9-\ufffb\u{13430}-\u{1343f}\u{16fe4}\u{1d159}]/u;

const stackedMarks = /\p{M}{31}/u;
/**
 * Has this text more marks upon one letter than any language writes (Unicode UAX #15, "Stream-Safe Text Format")? Bringing
 * so many into their order takes the square of their number: such a text is refused as it is.
 */
export const stacksMarks = (text: string): boolean => stackedMarks.test(text);

/** A text in a form of Unicode; one that stacks marks stays as it is. */
export const inForm = (text: string, form: "NFC" | "NFKC"): string =>
  stacksMarks(text) ? text : text.normalize(form);

/** Can nothing of this text be seen? A NUL is none of what is overlooked: no text may have one. */
export const isBlank = (text: string): boolean => !seen.test(text) && !text.includes("\0");

/**
 * A text as it is kept: in Unicode's form NFC, so that a letter is the same whichever keyboard it came from, without the
 * spaces around it; empty when nothing of it can be seen.
 */
export function written(text: string): string {
  return isBlank(text) ? "" : inForm(text, "NFC").trim();
}

/** Characters of a text (Unicode code points), as the database and JSON Schema count them. */
export const charactersIn = (text: string): number => [...text].length;
