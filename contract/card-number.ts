import { inLatinDigits } from "./latin-digits.ts";

const digitsMin = 13;
const digitsMax = 19;

/**
 * Does the check digit fit? Luhn's "modulus 10" of ISO/IEC 7812-1, annex B, over a string of digits. Anything but digits,
 * and the empty string, answer false.
 */
export function passesLuhn(digits: string): boolean {
  if (!/^\d+$/.test(digits)) return false;
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = digit * 2;
    if (index % 2 === 0) sum += digit;
    else sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Spaces, dashes, dots and what cannot be seen: what people and programs write between the groups of a number. */
const joint = "[\\s\\p{Z}\\p{Cf}\\p{M}\\p{Pd}\\u2212.\\u00B7\\u2022*]";
const groupsOfDigits = new RegExp(`\\d+(?:${joint}{1,4}\\d+)*`, "gu");

/**
 * Is there what may be the number of a card in a text that people write: 13 to 19 digits of any script, perhaps in groups,
 * whose check digit fits? Every tenth number of that length passes for one.
 */
export function holdsCardNumber(text: string): boolean {
  const runs = inLatinDigits(text).match(groupsOfDigits) ?? [];
  return runs.some((run) => startsAnywhere(run.match(/\d+/g) ?? []));
}

/** The code for a field in which somebody has written the number of a card. */
export const cardNumberInText = "card_number_in_text";
export const withoutCardNumber = (text: string) => !holdsCardNumber(text);

/**
 * Whether staff's text about a payment holds a card number; its order id is made of the time and may add up like one.
 */
export function refundReasonHoldsCard(reason: string): boolean {
  return holdsCardNumber(reason.replaceAll(/TKN_\d{1,20}/g, "TKN"));
}

/**
 * Is a text nothing but the number of a card? It is meant for texts of programs, in which digits may follow each
 * other by chance.
 */
export function isCardNumber(text: string): boolean {
  const [run, ...more] = inLatinDigits(text.trim()).match(groupsOfDigits) ?? [];
  return more.length === 0 && run?.length === text.trim().length && isCard(run.replace(/\D/g, ""));
}

/** A telephone number with its country in front (ITU-T E.164): "+" and at most 15 digits. */
export function isInternationalPhone(text: string): boolean {
  const plain = inLatinDigits(text.trim());
  return /^\+[\d\s().-]+$/.test(plain) && plain.replace(/\D/g, "").length <= 15;
}

const isCard = (digits: string) =>
  digits.length >= digitsMin && digits.length <= digitsMax && passesLuhn(digits);

/** A number begins and ends with a group; other groups, as those of the expiry, may stand around it. */
function startsAnywhere(groups: readonly string[]): boolean {
  return groups.some((_, first) => {
    let digits = "";
    for (const group of groups.slice(first, first + digitsMax)) {
      digits += group;
      if (digits.length > digitsMax) return false;
      if (isCard(digits)) return true;
    }
    return false;
  });
}
