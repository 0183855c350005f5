import type { Language } from "#contract/common.ts";

/** The functions of a browser with the Translator API (WICG, Chromium 138); it translates on the device. */
type Translation = { translate(text: string): Promise<string> };
type Languages = { sourceLanguage: string; targetLanguage: string };
type TranslatorApi = {
  availability(languages: Languages): Promise<"unavailable" | "downloadable" | "downloading" | "available">;
  create(languages: Languages): Promise<Translation>;
};

const api = (): TranslatorApi | undefined => (globalThis as { Translator?: TranslatorApi }).Translator;
const opened = new Map<string, Promise<Translation>>();

/** Whether this browser can translate from one language to the other on the device. */
export async function canTranslate(from: Language, to: Language): Promise<boolean> {
  try {
    const languages = { sourceLanguage: from, targetLanguage: to };
    return ((await api()?.availability(languages)) ?? "unavailable") !== "unavailable";
  } catch {
    return false;
  }
}

/**
 * A text in another language, made on the device: no server sees it. Throws where the browser cannot. The first one may
 * load the browser's own model, which it does only on a press.
 */
export async function translate(text: string, from: Language, to: Language): Promise<string> {
  const key = `${from} ${to}`;
  const translator = api();
  if (!translator) throw new Error("this browser translates nothing");
  const opening = opened.get(key) ?? translator.create({ sourceLanguage: from, targetLanguage: to });
  opened.set(key, opening);
  try {
    return await (await opening).translate(text);
  } catch (error) {
    opened.delete(key);
    throw error;
  }
}
