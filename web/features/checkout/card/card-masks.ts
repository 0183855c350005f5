import type { MaskitoOptions, MaskitoPreprocessor } from "@maskito/core";
import { expiryText, readExpiry } from "#contract/card-expiry.ts";
import { inLatinDigits } from "#contract/latin-digits.ts";
import { cardNumberDigitsMax, cvvDigitsMax } from "./card-rules.ts";

/** Digits of another script, as phones may write them, become 0 to 9. */
const inDigits: MaskitoPreprocessor = ({ elementState, data }) => ({
  elementState: { ...elementState, value: inLatinDigits(elementState.value) },
  data: inLatinDigits(data),
});

/** Digits in groups of four, at most 19 of them (23 characters with the spaces). */
export const cardNumberMask: MaskitoOptions = {
  mask: Array.from({ length: cardNumberDigitsMax + 4 }, (_, place) => (place % 5 === 4 ? " " : /\d/)),
  preprocessors: [inDigits],
};

/**
 * MM/YY, in whichever way `readExpiry` takes it. Text that can only be meant one way becomes MM/YY as it is typed at
 * the end; text that may go on, as the 3/20 of 3/2031, becomes so when the field is left (`shownExpiry`).
 */
export const expiryMask: MaskitoOptions = {
  mask: /^[\d/.\s\p{Pd}]{0,9}$/u,
  preprocessors: [inDigits],
  postprocessors: [
    ({ value, selection: [from, to] }) => {
      // Somebody who mends a digit in the middle is not interrupted.
      const isAtEnd = from === value.length;
      const shaped = isAtEnd ? completeMonth(shortenYear(value)) : shortenYear(value);
      return { value: shaped, selection: isAtEnd ? [shaped.length, shaped.length] : [from, to] };
    },
  ],
};

export const cvvMask: MaskitoOptions = {
  mask: Array.from({ length: cvvDigitsMax }, () => /\d/),
  preprocessors: [inDigits],
};

/** Two characters, letters in capitals. */
export const stateMask: MaskitoOptions = {
  mask: [/\S/, /\S/],
  postprocessors: [({ value, selection }) => ({ value: value.toUpperCase(), selection })],
};

const whole = /^(\d{4}|\d\d20\d\d|\d\d?[/.\s\p{Pd}]+20\d\d|20\d\d[/.\s\p{Pd}]*\d\d)$/u;
const shortenYear = (typed: string) => (whole.test(typed) ? shownExpiry(typed) : typed);

/** A month of one digit, and the slash behind a month; 20 begins a year. */
const completeMonth = (typed: string) =>
  typed.replace(/^([1-9])[/.\p{Pd}]/u, "0$1/").replace(/^(?!20)(\d\d)(\d)/, "$1/$2");

/** The date as the field shows it once it was left: MM/YY, or what was typed where it is none. */
export function shownExpiry(typed: string): string {
  const expiry = readExpiry(typed);
  return expiry ? expiryText(expiry) : typed;
}
