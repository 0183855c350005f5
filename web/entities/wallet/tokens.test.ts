import { expect, test } from "vitest";
import type { TokenPackage } from "#contract/payments.ts";
import { moneyOf } from "./token-worth.ts";
import { packageFor } from "./top-up.ts";

const pack = (tokens: number, price: number) => ({ tokens, price }) as TokenPackage;

test("Money beside tokens uses the price of the smallest package", () => {
  expect(moneyOf(50, [pack(550, 44.99), pack(100, 8.2)])).toBeCloseTo(4.1);
});

test("Without packages no price is invented", () => {
  expect(moneyOf(50, undefined)).toBeNull();
  expect(moneyOf(50, [])).toBeNull();
});

const packs = [
  { tokens: 550, price: 44.99 },
  { tokens: 100, price: 10.99 },
  { tokens: 250, price: 24.99 },
];

test.each([
  [1, 100],
  [100, 100],
  [101, 250],
  [550, 550],
  [551, 550],
])("%s missing tokens are bought with the package of %s", (missing, tokens) => {
  expect(packageFor(packs, missing)?.tokens).toBe(tokens);
});

test("Without packages none is named", () => {
  expect(packageFor(undefined, 5)).toBeNull();
  expect(packageFor([], 5)).toBeNull();
});
