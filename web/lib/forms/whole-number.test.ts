import { expect, test } from "vitest";
import { wholeNumber } from "./whole-number.ts";

test.each([
  ["0", 0],
  ["50", 50],
  [" 120 ", 120],
  ["1000", 1_000],
  ["1.000", 1_000],
  ["1,000", 1_000],
  ["1 000", 1_000],
  ["1\u00A0000", 1_000],
  ["1\u202F000", 1_000],
  ["12.500.000", 12_500_000],
])("%j is the whole number %d", (typed, value) => {
  expect(wholeNumber(typed)).toBe(value);
});

test.each([
  ...["", " ", "many", "-5", "+5", "1e3", "0x10"],
  ...["12.5", "1,5", "1.00", "1.0000", "1000.000", "0.500", "1.000.00", "1.", ".100", "1..000"],
  ...["1.000,000", "1.000,50", "1.000 tokens", "99999999999999999999"],
])("%j is no whole number", (typed) => {
  expect(wholeNumber(typed)).toBeNaN();
});
