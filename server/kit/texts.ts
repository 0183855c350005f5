import type { Language } from "#contract/common.ts";
import { siteName } from "#contract/site-name.ts";
import en from "#locales/content.en.json" with { type: "json" };
import es from "#locales/content.es.json" with { type: "json" };

/** US dollars, written alike in both languages: $24.99 and $1,024.99. */
export function dollars(cents: number): string {
  const [whole, rest] = partsOf(cents);
  return `$${grouped(whole, "en")}.${rest}`;
}

/** An amount as pages write it: $24.99, $40.000 COP, 24.99 € and in Spanish 24,99 €; `cents`: hundredths of the currency. */
export function amountText(cents: number, currency: string, language: Language): string {
  const [whole, rest] = partsOf(cents);
  if (currency === "USD") return dollars(cents);
  if (currency === "COP") return `$${grouped(whole, "es")}${rest === "00" ? "" : `,${rest}`} COP`;
  if (currency === "EUR") return `${grouped(whole, language)}${language === "es" ? "," : "."}${rest} €`;
  return new Intl.NumberFormat(language, { style: "currency", currency }).format(cents / 100);
}

function partsOf(cents: number): [whole: number, rest: string] {
  const [whole = "0", rest = "00"] = (cents / 100).toFixed(2).split(".");
  return [Number(whole), rest];
}

/** A day in UTC, as the emails name it: "December 24, 2026", "24 de diciembre de 2026". */
export function longDay(at: Date, language: Language): string {
  return new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(at);
}

/** A day and time in UTC, as receipts name it: "Nov 24, 2026, 3:30:05 PM UTC", "24 nov 2026, 15:30:05 UTC". */
export function utcTime(instant: string, language: Language): string {
  const style = { dateStyle: "medium", timeStyle: "medium", timeZone: "UTC" } as const;
  return `${new Intl.DateTimeFormat(language, style).format(new Date(instant))} UTC`;
}

/** Whole seconds as on a clock: 04:12; from an hour on 1:04:12. */
export function clockTime(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / hourSeconds), Math.floor(seconds / minuteSeconds) % 60];
  return `${hours > 0 ? `${hours}:` : ""}${two(minutes)}:${two(seconds % minuteSeconds)}`;
}

/** Groups every three digits, also those of Spanish numbers of four. */
export function grouped(whole: number, language: Language): string {
  return String(whole).replaceAll(/\B(?=(\d{3})+$)/g, language === "es" ? "." : ",");
}

/** A text of the locales in one form for one and another for many. */
type Counted = readonly { match: Readonly<Record<"plural=one" | "plural=*", string>> }[];

/** The form of a text that fits a count; its `{names}` are still to be filled. */
export function counted([text]: Counted, count: number): string {
  if (!text) throw new Error("a text has no forms");
  return text.match[count === 1 ? "plural=one" : "plural=*"];
}

/** A text of the locales with its `{names}` replaced; `{site}` is known everywhere. Throws where one is missing. */
export function fill(text: string, values: Readonly<Record<string, string>> = {}): string {
  return text.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const value = name === "site" ? siteName() : values[name];
    if (value === undefined) throw new Error(`nothing fills {${name}}`);
    return value;
  });
}

const tokensTexts = { en: en.content_tokens, es: es.content_tokens } as const;

/** Tokens as pages and mails write them: "1 token", "1,150 tokens", "1.150 tokens". */
export function tokensText(count: number, language: Language): string {
  return fill(counted(tokensTexts[language], count), { amount: grouped(count, language) });
}

const minuteSeconds = 60;
const hourSeconds = 3600;

/** A waiting time as text, in one unit and rounded up: "40 seconds", "60 minutes", "16 horas". */
export function waitText(seconds: number, language: Language): string {
  const [unit, value] =
    seconds < 2 * minuteSeconds
      ? ["second", seconds]
      : seconds < 2 * hourSeconds
        ? ["minute", Math.ceil(seconds / minuteSeconds)]
        : ["hour", Math.ceil(seconds / hourSeconds)];
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(value);
}
