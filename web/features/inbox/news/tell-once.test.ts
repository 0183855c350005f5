import { expect, test } from "vitest";
import { tellOnce } from "./tell-once.ts";

test("A message that is said again after a gap is not told again", () => {
  const told = tellOnce();
  expect([7, 8, 7].map(told)).toEqual([true, true, false]);
  expect(tellOnce()(7)).toBe(true);
});

test("What was told is remembered for a while only", () => {
  const told = tellOnce();
  for (let id = 1; id <= 501; id++) told(id);
  expect(told(501)).toBe(false);
  expect(told(1)).toBe(true);
});
