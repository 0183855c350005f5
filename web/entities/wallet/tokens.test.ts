import { expect, test } from "vitest";
import type { TokenPackage } from "#contract/payments.ts";
import { worthAhead, worthSpent } from "./token-worth.ts";
import { packageFor } from "./top-up.ts";

const pack = (tokens: number, price: number) => ({ tokens, price }) as TokenPackage;

test("Money beside tokens uses the price of the smallest package", () => {
  expect(worthAhead(50, [pack(550, 44.99), pack(100, 8.2)])).toBe("≈\u00a0$4.10");
});

test("Without packages no price is invented", () => {
  expect(worthAhead(50, undefined)).toBeNull();
  expect(worthAhead(50, [])).toBeNull();
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

test("R-OPEN-43: what was spent is worth what the fan's own tokens had cost, and nothing is said where they had cost nothing", () => {
  expect([worthSpent(81, 0.0431), worthSpent(1_240, 0.1), worthSpent(1, 0.0982)]).toEqual([
    ...["$3.49", "$124.00", "$0.10"],
  ]);
  expect([worthSpent(81, 0), worthSpent(0, 0.1), worthSpent(81, null), worthSpent(81, undefined)]).toEqual([
    ...[null, null, null, null],
  ]);
});
