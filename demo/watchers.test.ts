import { expect, test } from "vitest";
import { seededRandom } from "#server/kit/random.ts";
import { createWatcherWalk, logNormal } from "./watchers.ts";

test("a walk breathes between 0.45 and 2.2 times its base and moves in small steps", () => {
  const walk = createWatcherWalk(seededRandom("walk"), 1_000);
  const counts = Array.from({ length: 5_000 }, () => walk.next());
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(450);
  expect(Math.max(...counts)).toBeLessThanOrEqual(2_200);
  expect(new Set(counts).size).toBeGreaterThan(100);
  for (let step = 1; step < counts.length; step++) {
    const [before = 0, after = 0] = counts.slice(step - 1, step + 1);
    expect(Math.abs(after / before - 1)).toBeLessThan(0.25);
  }
});

test("a walk comes back to its base in the long run", () => {
  const walk = createWatcherWalk(seededRandom("home"), 400);
  const counts = Array.from({ length: 20_000 }, () => walk.next());
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  expect(mean).toBeGreaterThan(360);
  expect(mean).toBeLessThan(450);
});

test("the same seed walks the same way, and the smallest room never shows less than one", () => {
  const steps = (seed: string, base: number) => {
    const walk = createWatcherWalk(seededRandom(seed), base);
    return Array.from({ length: 200 }, () => walk.next());
  };
  expect(steps("a", 300)).toEqual(steps("a", 300));
  expect(steps("a", 300)).not.toEqual(steps("b", 300));
  expect(Math.min(...steps("c", 1))).toBe(1);
});

test("log-normal draws have the median they were asked for", () => {
  const random = seededRandom("median");
  const drawn = Array.from({ length: 4_001 }, () => logNormal(random, 170, 0.85)).sort((a, b) => a - b);
  expect(drawn[2_000]).toBeGreaterThan(155);
  expect(drawn[2_000]).toBeLessThan(186);
});
