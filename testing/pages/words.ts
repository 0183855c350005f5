import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { siteName } from "#contract/site-name.ts";

export type Language = "en" | "es";
/** Says a message of the product in one language. Throws for a key that no message has. */
export type Words = (key: string, values?: Record<string, string | number>) => string;

type Variants = [{ match: Record<string, string> }];
type Messages = Record<string, string | Variants>;

const localesDir = path.resolve(import.meta.dirname, "../../locales");

const messages: Record<Language, Messages> = { en: load("en"), es: load("es") };

/** The product's own messages, so that a journey follows a sentence that is reworded. */
export function wordsIn(language: Language): Words {
  return (key, values = {}) => {
    const message = messages[language][key];
    if (message === undefined) throw new Error(`no message has the key ${key}`);
    const text = typeof message === "string" ? message : variantOf(message, values.count);
    return text.replace(/\{(\w+)\}/g, (_, name) =>
      String(values[name] ?? (name === "site" ? siteName() : `{${name}}`)),
    );
  };
}

/** A message whose values may be anything, as a pattern: `"{count} live now"` matches "24 live now". */
export function patternOf(text: string): RegExp {
  const escaped = text.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
  return new RegExp(escaped.replace(/\{\w+\}/g, ".+"));
}

function variantOf([{ match }]: Variants, count: string | number | undefined): string {
  const text = match[Number(count) === 1 ? "plural=one" : "plural=*"];
  if (text === undefined) throw new Error("a message without the variant that was asked for");
  return text;
}

function load(language: Language): Messages {
  const files = readdirSync(localesDir).filter((file) => file.endsWith(`.${language}.json`));
  const parts = files.map(
    (file) => JSON.parse(readFileSync(path.join(localesDir, file), "utf8")) as Messages,
  );
  return Object.assign({}, ...parts) as Messages;
}
