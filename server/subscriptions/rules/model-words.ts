import type { Language } from "#contract/common.ts";
import en from "#locales/paid-show.en.json" with { type: "json" };
import es from "#locales/paid-show.es.json" with { type: "json" };

/**
 * How the text of a mail calls a model: in a sentence, and where the button is that cancels. Its subject names nobody,
 * because locked screens show it.
 */
export type ModelWords = { name: string; beside: string };

const unnamed: Readonly<Record<Language, ModelWords>> = {
  en: { name: "a model", beside: "it" },
  es: { name: "una modelo", beside: "ella" },
};

const former: Readonly<Record<Language, string>> = { en: en.receipt_gone, es: es.receipt_gone };

/** The words for a model of this name; null: for a reader who is to learn no name; undefined: for a model who has left. */
export function modelWords(language: Language, name: string | null | undefined): ModelWords {
  if (name === null) return unnamed[language];
  if (name !== undefined) return { name, beside: name };
  return { ...unnamed[language], name: former[language] };
}
