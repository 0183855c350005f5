import { expect, test } from "vitest";
import { bundleOptions, bundlesAt } from "./bundle-options.ts";

const packages = [
  { months: 3, price: 26.97 },
  { months: 3, price: 25.47 },
  { months: 3, price: 53.97 },
  { months: 12, price: 89.91 },
] as const;

test("the discounts of a term are those that the provider has packages for and that save something, the smallest first", () => {
  expect(bundleOptions(packages, { months: 3, monthly: 9.99 })).toEqual([
    { months: 3, price: 26.97, percent: 10 },
    { months: 3, price: 25.47, percent: 15 },
  ]);
  expect(bundleOptions(packages, { months: 6, monthly: 9.99 })).toEqual([]);
  expect(bundleOptions(packages, { months: 12, monthly: 99.99 })).toEqual([]);
});

test("another price of the month keeps the discounts that it has packages for, and offers no other terms", () => {
  const sold = [packages[0], packages[3]];
  expect(bundlesAt(packages, { from: 9.99, to: 19.99 }, sold)).toEqual([{ months: 3, price: 53.97 }]);
  expect(bundlesAt(packages, { from: 9.99, to: 9.99 }, sold)).toEqual(sold);
});
