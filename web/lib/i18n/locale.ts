import { useSyncExternalStore } from "react";
import type { Language } from "#contract/common.ts";
import { cookieNames, preferenceCookieSeconds, storageKeys } from "#web/lib/constants.ts";
import { readCookie, writeCookie } from "#web/lib/cookies.ts";
import { localStore } from "#web/lib/platform/storage.ts";
import { getLocale, overwriteGetLocale } from "#web/paraglide/runtime.js";

const listeners = new Set<() => void>();

/** Takes the page's language from the document, so that hydration sees what the server wrote. Browser only. */
export function readDocumentLanguage(): void {
  const language: Language = document.documentElement.lang === "es" ? "es" : "en";
  overwriteGetLocale(() => language);
}

/** Speaks `language` from now on, and remembers it for the next visit. The caller re-renders the routes. */
export function speak(language: Language): void {
  overwriteGetLocale(() => language);
  document.documentElement.lang = language;
  localStore.setItem(storageKeys.language, language);
  writeCookie(cookieNames.language, language, preferenceCookieSeconds);
  for (const listener of listeners) listener();
}

/**
 * Keeps the language of this page for the offline page, where that would not find it by the cookie or the browser. It is kept
 * as soon as it is spoken: the next page may read it before this one is told that it is left. Browser only.
 */
export function keepShownLanguage(language: Language): void {
  const told = readCookie(document.cookie, cookieNames.language) ?? navigator.language;
  if (told.startsWith("es") === (language === "es")) localStore.removeItem(storageKeys.shownLanguage);
  else localStore.setItem(storageKeys.shownLanguage, language);
}

/** The language this page is in. */
export function currentLanguage(): Language {
  return getLocale();
}

/** The language this page is in; the component renders again when it changes. */
export function useLocale(): Language {
  return useSyncExternalStore(subscribe, currentLanguage, currentLanguage);
}

/** Picks the text in the page's language from a bilingual value of the server. */
export function inLanguage(words: Readonly<Record<Language, string>>): string {
  return words[currentLanguage()];
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
