import { acceptedLanguage } from "#contract/accept-language.ts";
import type { Language } from "#contract/common.ts";

/** The language of a caller: what their `Accept-Language` header asks for, `otherwise` if that is neither of ours. */
export function languageOf(header: string | undefined, otherwise: Language = "en"): Language {
  return acceptedLanguage(header) ?? otherwise;
}

/** A sentence in every language of the product; a missing one is a type error. */
export type Text = Readonly<Record<Language, string>>;

/** Sentences by their codes. */
export type Texts<Code extends string = string> = Readonly<Record<Code, Text>>;

/** Declares a set of texts and keeps their codes as a type; refusals are in the catalogue (refusals.ts). */
export function defineTexts<Code extends string>(texts: Texts<Code>): Texts<Code> {
  return texts;
}
