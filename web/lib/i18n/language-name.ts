import { currentLanguage } from "./locale.ts";

/** A language's name in the page's language: Spanish, español. */
export function languageName(code: string): string {
  try {
    return new Intl.DisplayNames([currentLanguage()], { type: "language" }).of(code) ?? code;
  } catch {
    return code;
  }
}
