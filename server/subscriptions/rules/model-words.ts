import type { Language } from "#contract/common.ts";
import mailsEn from "#locales/mails/subscriptions.en.json" with { type: "json" };
import mailsEs from "#locales/mails/subscriptions.es.json" with { type: "json" };
import en from "#locales/paid-show.en.json" with { type: "json" };
import es from "#locales/paid-show.es.json" with { type: "json" };

/**
 * How the text of a mail calls a model: in a sentence, and where the button is that cancels. Its subject names nobody,
 * because locked screens show it.
 */
export type ModelWords = { name: string; beside: string };

const texts = { en: { ...en, ...mailsEn }, es: { ...es, ...mailsEs } } as const;

/** The words for a model of this name; null: for a reader who is to learn no name; undefined: for a model who has left. */
export function modelWords(language: Language, name: string | null | undefined): ModelWords {
  const t = texts[language];
  if (name === null) return { name: t.unnamed, beside: t.unnamed_beside };
  if (name !== undefined) return { name, beside: name };
  return { name: t.receipt_gone, beside: t.unnamed_beside };
}
