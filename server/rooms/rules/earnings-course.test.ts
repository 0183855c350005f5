import fc from "fast-check";
import { expect, test } from "vitest";
import { earningsCourse, stretchMinutes } from "./earnings-course.ts";

test("a broadcast is cut into stretches of ten minutes, of more once there would be more than 14", () => {
  const hours = (count: number) => count * 3600;
  expect([0, 60, hours(2), 140 * 60].map(stretchMinutes)).toEqual([10, 10, 10, 10]);
  expect([140 * 60 + 1, hours(4), hours(12), hours(30)].map(stretchMinutes)).toEqual([20, 20, 60, 130]);
});

test("the last stretch is the one that goes on now, and nothing earned is lost, whatever the clocks show", () => {
  const sums = [
    { stretch: -1, tokens: 3 },
    { stretch: 0, tokens: 4 },
    { stretch: 1, tokens: 5 },
    { stretch: 9, tokens: 6 },
  ];
  expect(earningsCourse(25 * 60, sums)).toEqual({ minutes: 10, tokens: [7, 5, 6] });
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 400_000 }),
      fc.array(fc.record({ stretch: fc.integer({ min: -3, max: 30 }), tokens: fc.nat() })),
      (seconds, some) => {
        const { tokens } = earningsCourse(seconds, some);
        expect(tokens.length).toBeGreaterThanOrEqual(1);
        expect(tokens.length).toBeLessThanOrEqual(14);
        const total = (values: number[]) => values.reduce((sum, value) => sum + value, 0);
        expect(total(tokens)).toBe(total(some.map((one) => one.tokens)));
      },
    ),
  );
});
