import { expect, test } from "vitest";
import { packageFor } from "./top-up.ts";

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
