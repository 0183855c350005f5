import { expiryProblem, readExpiry } from "#contract/card-expiry.ts";
import { passesLuhn } from "#contract/card-number.ts";

/**
 * The details of a card that may be kept: brand, last four digits and, where enough of the number is missing then,
 * the first six.
 */
export type CardDetails = { brand: string; bin: string | null; last4: string };

/** A card, or the gateway's token for one. A raw card exists only between the request and the gateway. */
export type CardSource =
  | { kind: "card"; number: string; expiryMonth: number; expiryYear: number; cvc: string }
  | { kind: "token"; token: string };

/** The fields of the request that describe how to pay. They live in memory for the length of one request. */
export type CardFields = {
  card_number?: string | undefined;
  card_expiry_month?: string | undefined;
  card_expiry_year?: string | undefined;
  card_cvc?: string | undefined;
  payment_token?: string | undefined;
};

export type CardErrorCode =
  | "card_number_required"
  | "card_number_invalid"
  | "expiry_required"
  | "expiry_format"
  | "card_expired"
  | "cvv_required"
  | "raw_cards_off";

export type CardErrors = Partial<Record<keyof CardFields, CardErrorCode>>;

/**
 * Reads the card, or the gateway's token in its place, out of a request; `errors` names what is wrong by field.
 * With a token the card fields are not looked at.
 */
export function readCard(
  fields: CardFields,
  now: Date,
  rawCardsAllowed: boolean,
): { ok: true; source: CardSource } | { ok: false; errors: CardErrors } {
  if (fields.payment_token) return { ok: true, source: { kind: "token", token: fields.payment_token } };
  if (!rawCardsAllowed) return { ok: false, errors: { card_number: "raw_cards_off" } };
  const { card_number, card_expiry_month, card_expiry_year, card_cvc } = fields;
  const errors: CardErrors = { ...numberErrors(card_number), ...expiryErrors(fields, now) };
  if (!card_cvc) errors.card_cvc = "cvv_required";
  const expiry = readExpiry(`${card_expiry_month}/${card_expiry_year}`);
  if (!card_number || !expiry || !card_cvc || Object.keys(errors).length > 0) return { ok: false, errors };
  const { month: expiryMonth, year: expiryYear } = expiry;
  return {
    ok: true,
    source: { kind: "card", number: card_number, expiryMonth, expiryYear, cvc: card_cvc },
  };
}

function numberErrors(number: string | undefined): CardErrors {
  if (!number) return { card_number: "card_number_required" };
  return passesLuhn(number) ? {} : { card_number: "card_number_invalid" };
}

function expiryErrors(
  { card_expiry_month: month, card_expiry_year: year }: CardFields,
  now: Date,
): CardErrors {
  if (!month || !year) return { card_expiry_month: "expiry_required" };
  const wrong = expiryProblem(`${month}/${year}`, now);
  return wrong ? { card_expiry_month: wrong, card_expiry_year: wrong } : {};
}

/** Under this length the first six digits and the last four together would leave too few to guess. */
const binDigitsMin = 15;

/** The details of a card number that may be kept. */
export function cardSummary(number: string): CardDetails {
  const bin = number.length < binDigitsMin ? null : number.slice(0, 6);
  return { brand: cardBrand(number), bin, last4: number.slice(-4) };
}

function cardBrand(number: string): string {
  if (number.startsWith("4")) return "visa";
  if (/^(5[1-5]|2[2-7])/.test(number)) return "mastercard";
  if (/^3[47]/.test(number)) return "amex";
  if (/^(6011|65|64[4-9])/.test(number)) return "discover";
  return "card";
}
