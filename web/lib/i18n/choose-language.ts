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

/** The account's language first, then the address's, then the stored one, then the browser's: any Spanish is `es`, all else `en`. */
export function chooseLanguage({ profile, asked = null, stored, accepted }: LanguageSources): Language {
  if (profile !== null) return profile;
  if (isLanguage(asked)) return asked;
  if (isLanguage(stored)) return stored;
  return preferred(accepted ?? "").startsWith("es") ? "es" : "en";
}

/** Is this word one of our languages? */
export function isLanguage(word: string | null): word is Language {
  return word === "en" || word === "es";
}

function preferred(header: string): string {
  const ranked = header
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.split(";");
      const quality = parameters.find((parameter) => parameter.trim().startsWith("q="));
      return { tag: tag.trim().toLowerCase(), quality: quality ? Number(quality.trim().slice(2)) : 1 };
    })
    .filter(({ tag, quality }) => tag !== "" && tag !== "*" && quality > 0);
  return ranked.sort((a, b) => b.quality - a.quality)[0]?.tag ?? "";
}
