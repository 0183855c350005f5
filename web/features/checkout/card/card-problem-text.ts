import { m } from "#web/paraglide/messages.js";
import type { CardProblem } from "./card-rules.ts";

const texts: Record<CardProblem, () => string> = {
  card_number_required: () => m.pay_error_card_number_required(),
  card_number_invalid: () => m.pay_error_card_number_invalid(),
  cvv_required: () => m.pay_error_cvv_required(),
  cvv_short: () => m.pay_error_cvv_short(),
  expiry_required: () => m.pay_error_expiry_required(),
  expiry_format: () => m.pay_error_expiry_format(),
  card_holder_required: () => m.pay_error_card_holder_required(),
  email_required: () => m.pay_error_email_required(),
  email_format: () => m.pay_error_email_format(),
  address_required: () => m.pay_error_address_required(),
  city_required: () => m.pay_error_city_required(),
  state_two_characters: () => m.pay_error_state_two_characters(),
  zip_required: () => m.pay_error_zip_required(),
  country_required: () => m.pay_error_country_required(),
  card_number_in_text: () => m.pay_error_card_number_in_text(),
  too_long: () => m.pay_error_too_long(),
  terms_required: () => m.pay_error_terms_required(),
};

/** What is wrong, in the fan's language; null when nothing is. */
export function cardProblemText(problem: string | undefined): string | null {
  return problem === undefined || !(problem in texts) ? null : texts[problem as CardProblem]();
}
