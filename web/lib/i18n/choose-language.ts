import { acceptedLanguage } from "#contract/accept-language.ts";
import type { Language } from "#contract/common.ts";

type LanguageSources = {
  profile: Language | null;
  /** `?lang=` of the address, as search engines and shared links carry it. */
  asked?: string | null;
  /** The stored `lang`, as it was found. */
  stored: string | null;
  /** The `Accept-Language` header. */
  accepted: string | null;
};

/** The account's language first, then the address's, then the stored one, then the browser's; English where that is neither. */
export function chooseLanguage({ profile, asked = null, stored, accepted }: LanguageSources): Language {
  if (profile !== null) return profile;
  if (isLanguage(asked)) return asked;
  if (isLanguage(stored)) return stored;
  return acceptedLanguage(accepted) ?? "en";
}

/** Is this word one of our languages? */
export function isLanguage(word: string | null): word is Language {
  return word === "en" || word === "es";
}
