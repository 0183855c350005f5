import { currentLanguage } from "./locale.ts";

type Named = "region" | "language";

/**
 * The name of a country or a language, by its two-letter code, in the page's language; the code itself where there is
 * none. A component that shows one that the server has drawn as well carries {@link nameMark}.
 */
export function nameOf(type: Named, code: string): string {
  const language = currentLanguage();
  const read = language === written.language ? written.names.get(nameMark(type, code)) : undefined;
  if (read) return read;
  try {
    return namesIn(language, type).of(code) ?? code;
  } catch {
    return code;
  }
}

/** The value of `data-name-of` of an element whose label, or text, is that name. */
export const nameMark = (type: Named, code: string) => `${type} ${code}`;

/**
 * The names that the document came with, and its language: what makes names takes a phone a tenth of a second to make, and
 * would be needed for the first time just when the page comes to life.
 */
const written = namesWritten();

function namesWritten(): { language: string; names: ReadonlyMap<string, string> } {
  if (typeof document === "undefined") return { language: "", names: new Map() };
  const marked = [...document.querySelectorAll<HTMLElement | SVGElement>("[data-name-of]")];
  const names = marked.map((element): [string, string] => [
    element.dataset.nameOf ?? "",
    element.getAttribute("aria-label") ?? element.textContent ?? "",
  ]);
  return { language: document.documentElement.lang, names: new Map(names) };
}

const known = new Map<string, Intl.DisplayNames>();

function namesIn(language: string, type: Named): Intl.DisplayNames {
  const names = known.get(`${language} ${type}`) ?? new Intl.DisplayNames([language], { type });
  known.set(`${language} ${type}`, names);
  return names;
}
