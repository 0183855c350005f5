import { expect, test } from "vitest";
import { payoutCentsOf } from "./payout-cents.ts";

test.each([
  [100, 5.1, 510],
  [1_000, 1.1, 1_100],
  [3, 5.5, 16],
  [1, 0.1, 0],
  [100, 0.07, 7],
  [0, 5.1, 0],
  [-3, 5.5, -17],
  [1_000_000_000_000, 5.1, 5_100_000_000_000],
])("%s tokens at %s cents pay %s cents", (tokens, rate, cents) => {
  expect(payoutCentsOf(tokens, rate)).toBe(cents);
});

test("at every rate of whole hundredths a token pays its whole number of cents for a hundred", () => {
  for (let hundredths = 1; hundredths <= 10_000; hundredths++)
    expect(payoutCentsOf(100, hundredths / 100), `${hundredths}`).toBe(hundredths);
});
