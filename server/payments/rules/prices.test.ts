import { expect, test } from "vitest";
import { discounted, inCurrency, savingsPercent, toCents, toDecimal } from "./prices.ts";

test("a price in another currency is rounded up to a whole unit of it, and a whole one stays", () => {
  // 10.99 dollars at 4123.45 pesos are 45,316.7155 pesos; one dollar at 4123 is whole.
  expect(inCurrency(1_099, 4_123.45)).toBe(4_531_700);
  expect(inCurrency(100, 4_123)).toBe(412_300);
  // 0.29 × 100 is 28.999999999999996 in binary: no unit more for that.
  expect(inCurrency(29, 100)).toBe(2_900);
  expect(inCurrency(70, 1.1 * 100)).toBe(7_700);
});

test("a discount is taken in whole cents, half a cent for the house", () => {
  expect(discounted(1_099, 10)).toBe(989);
  expect(discounted(1_050, 5)).toBe(998);
  expect(discounted(1_000, 0)).toBe(1_000);
});

test("dollars of the wire are whole cents or none, and are written with two decimals", () => {
  expect(toCents(24.99)).toBe(2_499);
  expect(toCents(0.1 + 0.2)).toBe(30);
  expect(toCents(24.999)).toBeNull();
  expect(toCents(Number.MAX_VALUE)).toBeNull();
  expect(toDecimal(2_490)).toBe("24.90");
});

test("what a larger pack saves is told beside the first one, and a dearer one saves nothing", () => {
  const first = { tokens: 100, priceCents: 1_099 };
  expect(savingsPercent(first, { tokens: 550, priceCents: 4_999 })).toBe(17);
  expect(savingsPercent(first, { tokens: 100, priceCents: 1_299 })).toBe(0);
});
