import { expect, test } from "vitest";
import type { TokenPackage } from "#contract/payments.ts";
import { moneyOf } from "./token-worth.ts";

const pack = (tokens: number, price: number) => ({ tokens, price }) as TokenPackage;

test("Money beside tokens uses the price of the smallest package", () => {
  expect(moneyOf(50, [pack(550, 44.99), pack(100, 8.2)])).toBeCloseTo(4.1);
});

test("Without packages no price is invented", () => {
  expect(moneyOf(50, undefined)).toBeNull();
  expect(moneyOf(50, [])).toBeNull();
});
