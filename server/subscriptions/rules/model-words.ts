import type { Language } from "#contract/common.ts";
import en from "#locales/paid-show.en.json" with { type: "json" };
import es from "#locales/paid-show.es.json" with { type: "json" };

/** How a mail calls a model: within a sentence, at its beginning, and where the button is that cancels. */
export type ModelWords = { name: string; first: string; beside: string };

const unnamed: Readonly<Record<Language, ModelWords>> = {
  en: { name: "a model", first: "A model", beside: "it" },
  es: { name: "una modelo", first: "Una modelo", beside: "ella" },
};

const former: Readonly<Record<Language, string>> = { en: en.receipt_gone, es: es.receipt_gone };

/** The words for a model of this name; null: for a reader who is to learn no name; undefined: for a model who has left. */
export function modelWords(language: Language, name: string | null | undefined): ModelWords {
  if (name === null) return unnamed[language];
  if (name !== undefined) return { name, first: name, beside: name };
  const words = former[language];
  return { ...unnamed[language], name: words, first: words.charAt(0).toUpperCase() + words.slice(1) };
}
