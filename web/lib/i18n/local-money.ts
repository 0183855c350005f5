import type { Language } from "#contract/common.ts";
import { group, money } from "./format.ts";
import { currentLanguage } from "./locale.ts";

/** Colombian pesos as Colombians write them, in every language: $40.000 COP. Centavos are not in use. */
export function pesos(amount: number): string {
  const [whole = "0", cents = "00"] = amount.toFixed(2).split(".");
  return `$${group(whole, "es")}${cents === "00" ? "" : `,${cents}`} COP`;
}

/** A price in the currency of a fan's country: pesos as above, others as their language writes them. */
export function localMoney(amount: number, currency: string, language: Language = currentLanguage()): string {
  if (currency === "COP") return pesos(amount);
  if (currency === "EUR") return euros(amount, language);
  return new Intl.NumberFormat(language, { style: "currency", currency }).format(amount);
}

/** An amount in any currency that something was paid in, dollars alike in both languages. */
export function anyMoney(amount: number, currency: string, language: Language = currentLanguage()): string {
  return currency === "USD" ? money(amount) : localMoney(amount, currency, language);
}

/** Euros with the sign behind: 24.99 € in English, 24,99 € in Spanish. */
export function euros(amount: number, language: Language = currentLanguage()): string {
  const [whole = "0", cents = "00"] = amount.toFixed(2).split(".");
  return `${group(whole, language)}${language === "es" ? "," : "."}${cents} €`;
}
