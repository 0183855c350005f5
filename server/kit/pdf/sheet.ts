import type { Language } from "#contract/common.ts";

/** A document of one column: the content of a receipt, without how it is drawn. */
export type Sheet = {
  language: Language;
  title: string;
  /** Beside the title, as a number; empty where there is none. */
  number: string;
  /** A notice to be read first, such as that the money went back. */
  notice: string | null;
  parts: SheetPart[];
  /** Small print at the end, a paragraph each. */
  notes: string[];
};

export type SheetPart =
  /** Names with their values. */
  | { kind: "details"; rows: [name: string, value: string][] }
  /** Items with the amount at the right edge; `strong`: the sum. */
  | { kind: "amounts"; rows: { what: string; amount: string; strong?: boolean }[] }
  /** A list below a heading. */
  | { kind: "list"; heading: string; rows: string[] };

/** The characters of PDF's standard fonts besides Latin-1: the rest of Windows-1252. */
const beyondLatin1 = "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ";

/** A text with the characters that the standard fonts have; spaces of Intl become plain ones, others a question mark. */
export function printable(text: string): string {
  const spaced = text.normalize("NFC").replaceAll(/\s/g, " ");
  return Array.from(spaced, (character) => (isPrintable(character) ? character : "?")).join("");
}

function isPrintable(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x7f) return code >= 0x20;
  return (code >= 0xa1 && code <= 0xff) || beyondLatin1.includes(character);
}
