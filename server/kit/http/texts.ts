import type { Language } from "#contract/common.ts";

/** A sentence in every language of the product; a missing one is a type error. */
export type Text = Readonly<Record<Language, string>>;

/** Sentences by their codes. */
export type Texts<Code extends string = string> = Readonly<Record<Code, Text>>;

/** Declares the texts of one place and keeps their codes as a type; refusals stand in the catalogue (refusals.ts). */
export function defineTexts<Code extends string>(texts: Texts<Code>): Texts<Code> {
  return texts;
}
