import * as z from "zod/mini";
import { expiryProblem } from "#contract/card-expiry.ts";
import { holdsCardNumber, isInternationalPhone, passesLuhn } from "#contract/card-number.ts";
import { emailLengthMax, emailPattern } from "#contract/field-bounds.ts";
import { written } from "#contract/written-text.ts";

/** Everything that can be wrong with a field of the card form; `card-problem-text.ts` says each in the fan's language. */
export type CardProblem =
  | "card_number_required"
  | "card_number_invalid"
  | "cvv_required"
  | "cvv_short"
  | "expiry_required"
  | "expiry_format"
  | "card_expired"
  | "card_holder_required"
  | "email_required"
  | "email_format"
  | "address_required"
  | "city_required"
  | "state_two_characters"
  | "zip_required"
  | "country_required"
  | "too_long"
  | "card_number_in_text"
  | "terms_required";

/** The fan's typed texts. `card_number` is grouped by spaces, `expiry` as `readExpiry` takes it. */
export type CardForm = {
  card_number: string;
  expiry: string;
  cvv: string;
  card_holder_name: string;
  email: string;
  phone: string;
  address1: string;
  city: string;
  state: string;
  zip: string;
  country: string;
  terms: boolean;
};
export type CardField = keyof CardForm;

/** Fields that belong to the card and are never kept beyond one open dialog. */
export const secretFields = ["card_number", "expiry", "cvv"] as const satisfies readonly CardField[];

export const cardNumberDigitsMin = 13;
export const cardNumberDigitsMax = 19;
export const cvvDigitsMax = 4;

/** An untouched form for one fan: their address of mail is known, the country defaults to the United States. */
export function emptyCardForm(email: string): CardForm {
  return {
    card_number: "",
    expiry: "",
    cvv: "",
    card_holder_name: "",
    email,
    phone: "",
    address1: "",
    city: "",
    state: "",
    zip: "",
    country: "US",
    terms: false,
  };
}

/** The digits of a grouped card number. */
export function cardDigits(cardNumber: string): string {
  return cardNumber.replace(/\D/g, "");
}

const problem = (code: CardProblem) => ({ error: code });

/** Only the card's own field takes its number: what stands in the others is sent on and kept. */
const withoutCardNumber = z.refine<string>((text) => !holdsCardNumber(text), problem("card_number_in_text"));

function filled(required: CardProblem, charactersMax: number) {
  return z
    .string()
    .check(
      z.overwrite(written),
      z.minLength(1, problem(required)),
      z.maxLength(charactersMax, problem("too_long")),
      withoutCardNumber,
    );
}

const cardNumber = z.string().check(
  z.minLength(1, problem("card_number_required")),
  z.refine((typed: string) => {
    const digits = cardDigits(typed);
    return digits.length >= cardNumberDigitsMin && digits.length <= cardNumberDigitsMax && passesLuhn(digits);
  }, problem("card_number_invalid")),
);

const cvv = z
  .string()
  .check(z.minLength(1, problem("cvv_required")), z.regex(/^\d{3,4}$/, problem("cvv_short")));

const email = z
  .string()
  .check(
    z.overwrite(written),
    z.minLength(1, problem("email_required")),
    z.maxLength(emailLengthMax, problem("too_long")),
    z.regex(emailPattern, problem("email_format")),
    withoutCardNumber,
  );

const phone = z.string().check(
  z.overwrite(written),
  z.maxLength(40, problem("too_long")),
  z.refine(
    (text: string) => isInternationalPhone(text) || !holdsCardNumber(text),
    problem("card_number_in_text"),
  ),
);
const state = z.string().check(z.regex(/^[^\s]{2}$/u, problem("state_two_characters")));
const country = z.string().check(z.regex(/^[A-Z]{2}$/, problem("country_required")));
const terms = z.boolean().check(z.refine((accepted: boolean) => accepted, problem("terms_required")));

/** The rules of the card form at the instant `now` answers; the first problem of a field is the one to show. */
export function cardFormRules(now: () => Date) {
  const expiry = z.string().check(
    z.minLength(1, problem("expiry_required")),
    z.refine((typed: string) => expiryProblem(typed, now()) !== "expiry_format", problem("expiry_format")),
    z.refine((typed: string) => expiryProblem(typed, now()) !== "card_expired", problem("card_expired")),
  );
  return z.object({
    card_number: cardNumber,
    expiry,
    cvv,
    card_holder_name: filled("card_holder_required", 120),
    email,
    phone,
    address1: filled("address_required", 200),
    city: filled("city_required", 120),
    state,
    zip: filled("zip_required", 20),
    country,
    terms,
  });
}

/** The first problem of every field that has one; an empty object means that the order may be placed. */
export function cardProblems(form: CardForm, now: () => Date): Partial<Record<CardField, CardProblem>> {
  const parsed = cardFormRules(now).safeParse(form);
  const problems: Partial<Record<CardField, CardProblem>> = {};
  for (const issue of parsed.error?.issues ?? []) {
    const field = issue.path[0] as CardField;
    problems[field] ??= issue.message as CardProblem;
  }
  return problems;
}
