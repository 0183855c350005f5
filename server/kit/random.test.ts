import { expect, test } from "vitest";
import { between, pick, seededRandom } from "./random.ts";

test("the same seed gives the same sequence, another seed another one", () => {
  const draw = (seed: string) => Array.from({ length: 5 }, seededRandom(seed));
  expect(draw("luna")).toEqual(draw("luna"));
  expect(draw("luna")).not.toEqual(draw("luna2"));
});

test("numbers lie from 0 up to but not including 1 and fill that range evenly", () => {
  const random = seededRandom("even");
  const tenths = new Array<number>(10).fill(0);
  for (let drawn = 0; drawn < 10_000; drawn++) {
    const number = random();
    expect(number).toBeGreaterThanOrEqual(0);
    expect(number).toBeLessThan(1);
    const tenth = Math.floor(number * 10);
    tenths[tenth] = (tenths[tenth] ?? 0) + 1;
  }
  expect(Math.min(...tenths)).toBeGreaterThan(850);
  expect(Math.max(...tenths)).toBeLessThan(1150);
});

test("between includes both ends; picking from nothing is a mistake", () => {
  const random = seededRandom("ends");
  const drawn = new Set(Array.from({ length: 200 }, () => between(random, 3, 5)));
  expect([...drawn].sort((a, b) => a - b)).toEqual([3, 4, 5]);
  expect(() => pick(random, [])).toThrow("empty");
});
