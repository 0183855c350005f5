import { maskitoTransform } from "@maskito/core";
import { describe, expect, test } from "vitest";
import { countries } from "#web/lib/i18n/countries.ts";
import { cardNumberMask, cvvMask, expiryMask, shownExpiry, stateMask } from "./card-masks.ts";
import { type CardForm, cardProblems, emptyCardForm } from "./card-rules.ts";
import { statesOf } from "./PlaceFields.tsx";

const now = () => new Date("2026-11-21T12:00:00Z");

const good: CardForm = {
  card_number: "4242 4242 4242 4242",
  expiry: "12/29",
  cvv: "123",
  card_holder_name: "Julia Rivera",
  email: "julia@mail.test",
  phone: "",
  address1: "48 Harbor Street",
  city: "Oakland",
  state: "CA",
  zip: "94607",
  country: "US",
  terms: true,
};
const withField = (change: Partial<CardForm>) => cardProblems({ ...good, ...change }, now);

test("R-PAY-27, R-PAY-29: a form with every required field filled and no phone has no problem", () => {
  expect(cardProblems(good, now)).toEqual({});
});

test("R-PAY-26: the country starts as US and nothing else is filled in but the known address of mail", () => {
  const form = emptyCardForm("julia@mail.test");
  expect(form.country).toBe("US");
  expect(form.email).toBe("julia@mail.test");
  expect(Object.values(form).filter((value) => value !== "" && value !== false)).toHaveLength(2);
});

describe("each field says its own problem", () => {
  test.each([
    ["R-PAY-15", { card_number: "" }, { card_number: "card_number_required" }],
    ["R-PAY-17", { card_number: "4242 4242 4242" }, { card_number: "card_number_invalid" }],
    ["R-PAY-17", { card_number: "4242 4242 4242 4241" }, { card_number: "card_number_invalid" }],
    ["R-PAY-19", { cvv: "" }, { cvv: "cvv_required" }],
    ["R-PAY-19", { cvv: "12" }, { cvv: "cvv_short" }],
    ["R-PAY-20", { expiry: "" }, { expiry: "expiry_required" }],
    ["R-PAY-20", { expiry: "12/3" }, { expiry: "expiry_format" }],
    ["R-PAY-20", { expiry: "13/27" }, { expiry: "expiry_format" }],
    ["R-PAY-20", { expiry: "00/27" }, { expiry: "expiry_format" }],
    ["R-PAY-20", { expiry: "01/20" }, { expiry: "card_expired" }],
    ["R-PAY-20", { expiry: "10/26" }, { expiry: "card_expired" }],
    ["R-PAY-21", { card_holder_name: "  " }, { card_holder_name: "card_holder_required" }],
    ["R-PAY-22", { address1: "" }, { address1: "address_required" }],
    ["R-PAY-23", { city: " " }, { city: "city_required" }],
    ["R-PAY-24", { state: "" }, { state: "state_two_characters" }],
    ["R-PAY-24", { state: "C" }, { state: "state_two_characters" }],
    ["R-PAY-24", { state: "CAL" }, { state: "state_two_characters" }],
    ["R-PAY-25", { zip: "" }, { zip: "zip_required" }],
    ["R-PAY-26", { country: "" }, { country: "country_required" }],
    ["R-PAY-29", { email: "" }, { email: "email_required" }],
    ["R-PAY-29", { email: "julia@" }, { email: "email_format" }],
    ["R-PAY-30", { terms: false }, { terms: "terms_required" }],
    ["R-OPEN-31", { card_holder_name: "4242 4242 4242 4242" }, { card_holder_name: "card_number_in_text" }],
    ["R-OPEN-31", { email: "4242424242424242@mail.test" }, { email: "card_number_in_text" }],
    ["R-OPEN-31", { phone: "4242-4242-4242-4242" }, { phone: "card_number_in_text" }],
    ["R-OPEN-31", { address1: "48 Harbor, 4242.4242.4242.4242" }, { address1: "card_number_in_text" }],
    ["R-OPEN-31", { city: "４２４２４２４２４２４２４２４２" }, { city: "card_number_in_text" }],
    ["R-OPEN-31", { zip: "4242424242424242" }, { zip: "card_number_in_text" }],
  ] satisfies [string, Partial<CardForm>, object][])("%s: %o answers %o", (_, change, problems) => {
    expect(withField(change)).toEqual(problems);
  });
});

test.each([
  ["R-PAY-17: 13 digits are enough", { card_number: "4222 2222 2222 2" }],
  ["R-PAY-17: 16 digits are a card number", { card_number: "4111 1111 1111 1111" }],
  ["R-PAY-17: 19 digits are a card number", { card_number: "6304 0000 0000 0000 000" }],
  ["R-PAY-19: a CVV of four digits is good", { cvv: "1234" }],
  ["R-PAY-20: a card is good until the end of its month", { expiry: "11/26" }],
  ["R-PAY-20: a month of one digit is enough", { expiry: "1/27" }],
  ["R-PAY-24: two characters are a state", { state: "CA" }],
  ["R-PAY-27: a telephone number with its country is no card number", { phone: "+4222222222222" }],
] satisfies [string, Partial<CardForm>][])("%s", (_, change) => {
  expect(withField(change)).toEqual({});
});

test("R-PAY-16: the card number takes digits only and shows them in groups of four", () => {
  expect(maskitoTransform("4242a4242 4242-4242", cardNumberMask)).toBe("4242 4242 4242 4242");
});

test("R-PAY-18: of 25 typed digits 19 are kept", () => {
  const value = maskitoTransform("1234567890123456789012345", cardNumberMask);
  expect(value).toBe("1234 5678 9012 3456 789");
  expect(value.replace(/ /g, "")).toHaveLength(19);
});

test("R-PAY-19: the CVV keeps at most four digits and nothing else", () => {
  expect(maskitoTransform("12345a", cvvMask)).toBe("1234");
  expect(maskitoTransform("a1b2", cvvMask)).toBe("12");
  expect(maskitoTransform("１２３", cvvMask)).toBe("123");
  expect(maskitoTransform("４２４２４", cardNumberMask)).toBe("4242 4");
});

test.each([
  ["12/2029", "12/29"],
  ["12 / 2029", "12/29"],
  ["1229", "12/29"],
  ["12/29", "12/29"],
  ["3/31", "03/31"],
  ["3/2031", "03/31"],
  ["2029-03", "03/29"],
  ["203003", "03/30"],
  ["０３／３１", "03/31"],
  ["1330", "13/30"],
])("R-PAY-20: %j is shown as %j, pasted as well as typed", (text, shown) => {
  expect(atEnd(text)).toBe(shown);
  expect([...text].reduce((value, character) => atEnd(value + character), "")).toBe(shown);
});

const atEnd = (value: string) =>
  maskitoTransform({ value, selection: [value.length, value.length] }, expiryMask).value;

test("R-PAY-20: a filled-in year of four digits becomes one of two, wherever the caret is", () => {
  for (const filled of ["12/2029", "12 / 2029", "1229", "2029-12"])
    expect(maskitoTransform(filled, expiryMask)).toBe("12/29");
});

test("R-PAY-20: a date of which more may come becomes MM/YY when the field is left", () => {
  expect(["3 31", "2029-3", "331", "13/30"].map(shownExpiry)).toEqual(["03/31", "03/29", "331", "13/30"]);
});

test("R-PAY-16, R-PAY-19: digits of another script are digits", () => {
  expect(maskitoTransform("４２４２４２４２４２４２４２４２", cardNumberMask)).toBe("4242 4242 4242 4242");
  expect(maskitoTransform("１２３", cvvMask)).toBe("123");
});

test("R-PAY-24: the state refuses a third character and stands in capitals", () => {
  expect(maskitoTransform("ca", stateMask)).toBe("CA");
  expect(maskitoTransform("CAL", stateMask)).toBe("CA");
});

test("R-PAY-24, R-AMB-35: the states of the US and the departments of Colombia are chosen by two-letter codes", () => {
  for (const country of ["US", "CO"]) {
    const codes = statesOf(country)?.map(({ code }) => code) ?? [];
    expect(codes.every((code) => /^[A-Z]{2}$/.test(code))).toBe(true);
    expect(new Set(codes).size).toBe(codes.length);
  }
  expect(statesOf("US")).toHaveLength(56);
  expect(statesOf("CO")).toHaveLength(33);
  expect(statesOf("FR")).toBeNull();
});

test("R-PAY-26: countries stand under their names in the fan's language, the United States among them", () => {
  expect(countries("en").find(({ code }) => code === "US")?.name).toBe("United States");
  expect(countries("es").find(({ code }) => code === "US")?.name).toBe("Estados Unidos");
  expect(countries("es").map(({ code }) => code)).toHaveLength(countries("en").length);
  expect(countries("en").every(({ code, name }) => code !== name)).toBe(true);
});
