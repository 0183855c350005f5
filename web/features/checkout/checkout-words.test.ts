import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const read = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`../../../locales/pay.${language}.json`, import.meta.url), "utf8"));
const english = read("en");
const spanish = read("es");

test.each([
  ["R-PAY-15", "pay_error_card_number_required", "Card number is required"],
  ["R-PAY-17", "pay_error_card_number_invalid", "Please enter a valid card number"],
  ["R-PAY-19", "pay_error_cvv_required", "CVV is required"],
  ["R-PAY-19", "pay_error_cvv_short", "CVV must be at least 3 digits"],
  ["R-PAY-20", "pay_error_expiry_required", "Expiration date is required"],
  ["R-PAY-20", "pay_error_expiry_format", "Please enter MM/YY format"],
  ["R-PAY-21", "pay_error_card_holder_required", "Cardholder name is required"],
  ["R-PAY-22", "pay_error_address_required", "Address is required"],
  ["R-PAY-23", "pay_error_city_required", "City is required"],
  ["R-PAY-24", "pay_error_state_two_characters", "State must be 2 characters"],
  ["R-PAY-25", "pay_error_zip_required", "ZIP/Postal code is required"],
  ["R-PAY-26", "pay_error_country_required", "Country is required"],
  ["R-PAY-04", "pay_get_tokens", "Get Tokens"],
  ["R-PAY-08", "pay_place_order", "Place your order"],
  ["R-PAY-08", "pay_back", "Back"],
  ["R-PAY-11", "pay_method_credit", "Credit Card"],
  ["R-PAY-11", "pay_method_debit", "Debit Card"],
  ["R-PAY-03", "pay_problem_login", "Please log in to purchase tokens"],
  ["R-ERR-02", "pay_problem_session", "Session expired. Please log in again."],
  ["R-ERR-03", "pay_problem_message", "Error: {message}"],
  ["R-ERR-04", "pay_problem_status", "Error {status}: Payment failed"],
  ["R-ERR-05", "pay_problem_failed", "Payment failed. Please try again."],
  ["R-ERR-06", "pay_problem_no_token", "Authentication required. Please log in again."],
  ["R-ERR-07", "pay_problem_validation", "Payment validation failed"],
  ["R-ERR-09", "pay_problem_profile", "Failed to load user profile. Please try again."],
  ["R-ERR-10", "pay_problem_packages", "Failed to load token packages. Please try again later."],
])("%s: %s says %j", (_, key, text) => {
  expect(english[key]).toBe(text);
  expect(spanish[key]).toBeTruthy();
});
