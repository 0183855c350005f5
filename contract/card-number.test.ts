import { expect, test } from "vitest";
import { holdsCardNumber, isCardNumber, isInternationalPhone, passesLuhn } from "./card-number.ts";

test("R-PAY-17: the check digit of a card number is looked at", () => {
  expect(passesLuhn("4242424242424242")).toBe(true);
  expect(passesLuhn("4242424242424243")).toBe(false);
  expect(passesLuhn("2442424242424242")).toBe(false);
  expect(passesLuhn("")).toBe(false);
  expect(passesLuhn("4242x")).toBe(false);
});

test.each([
  "4242424242424242",
  "my card 4242 4242 4242 4242 thanks",
  "VISA4242-4242-4242-4242exp12/28",
  "4242.4242.4242.4242",
  "4 2 4 2 4 2 4 2 4 2 4 2 4 2 4 2",
  "4242 - 4242 - 4242 - 4242",
  "4242\u00A04242\u20094242\u202F4242",
  "4242\u20134242\u20144242\u22124242",
  "4242\u200B4242\u200D4242\uFEFF4242",
  "4242\n4242\t4242\r\n4242",
  "４２４２ ４２４２ ４２４２ ４２４２",
  "٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢",
  "४२४२४२४२४२४२४२४२",
  "𝟒𝟐𝟒𝟐𝟺𝟸𝟺𝟸𝟦𝟤𝟦𝟤𝟜𝟚𝟜𝟚",
  "④②④②④②④②④②④②④②④②",
  "4242 4242 4242 4242 12 28 123",
  "room 7 4242 4242 4242 4242",
  "378282246310005",
  "36227206271667",
  "4222222222222",
  "6304000000000000000 and more",
])("R-OPEN-31: a card number is found in %j", (text) => {
  expect(holdsCardNumber(text)).toBe(true);
});

test.each([
  "",
  "100 Tokens",
  "48 Harbor Street, flat 12-3",
  "Calle 26 # 13-19, apto 501",
  "+57 300 123 4567",
  "4242 4242 4242 4243",
  "424242424242",
  "42424242424242424242",
  "4242 4242 - and then 4242 4242",
  "paid on 2026-11-21 and on 2026-11-22",
])("R-OPEN-31: %j holds no card number", (text) => {
  expect(holdsCardNumber(text)).toBe(false);
});

test("R-OPEN-31: a telephone number with its country is none, however its digits add up; without, it is taken for one", () => {
  expect(isInternationalPhone("+4222222222222")).toBe(true);
  expect(isInternationalPhone("＋86 138 0013 80003")).toBe(true);
  expect(isInternationalPhone("4222222222222")).toBe(false);
  expect(isInternationalPhone("+4242 4242 4242 4242")).toBe(false);
});

test("R-OPEN-31: a gateway's token may have digits in it, but be no card number", () => {
  expect(isCardNumber("4242 4242-4242.4242")).toBe(true);
  expect(isCardNumber("tok_4242424242424242")).toBe(false);
  expect(isCardNumber("00000000-000000-000000-000000000000")).toBe(false);
});
