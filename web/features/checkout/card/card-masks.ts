import type { MaskitoOptions, MaskitoPreprocessor } from "@maskito/core";
import { cardNumberDigitsMax, cvvDigitsMax } from "./card-rules.ts";

/** Full-width digits, as keyboards of East Asia write them, are digits too. */
const plainDigits: MaskitoPreprocessor = ({ elementState, data }) => ({
  elementState: { ...elementState, value: elementState.value.normalize("NFKC") },
  data: data.normalize("NFKC"),
});

/** Digits in groups of four, at most 19 of them (23 characters with the spaces). */
export const cardNumberMask: MaskitoOptions = {
  mask: Array.from({ length: cardNumberDigitsMax + 4 }, (_, place) => (place % 5 === 4 ? " " : /\d/)),
  preprocessors: [plainDigits],
};

/** MM/YY; browsers fill in `12/2029`, which becomes `12/29`. */
export const expiryMask: MaskitoOptions = {
  mask: [/\d/, /\d/, "/", /\d/, /\d/],
  preprocessors: [
    ({ elementState, data }) => ({
      elementState: { ...elementState, value: shortenYear(elementState.value) },
      data: shortenYear(data),
    }),
  ],
};

export const cvvMask: MaskitoOptions = {
  mask: Array.from({ length: cvvDigitsMax }, () => /\d/),
  preprocessors: [plainDigits],
};

/** Two characters, letters in capitals. */
export const stateMask: MaskitoOptions = {
  mask: [/\S/, /\S/],
  postprocessors: [({ value, selection }) => ({ value: value.toUpperCase(), selection })],
};

function shortenYear(expiry: string): string {
  return expiry.replace(/^\s*(\d{2})\s*[/-]?\s*20(\d{2})\s*$/, "$1/$2");
}
