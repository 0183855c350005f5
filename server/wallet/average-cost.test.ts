import fc from "fast-check";
import { expect, test } from "vitest";
import { averageCost, type Credit, centsSpent, costOfTokens } from "./average-cost.ts";

test("a token costs what was paid so far over what came so far, presents included, and later purchases change nothing before", () => {
  const cost = averageCost([
    { transferId: 3, tokens: 100, cents: 1_000 },
    { transferId: 7, tokens: 100, cents: 0 },
    { transferId: 9, tokens: 200, cents: 3_000 },
  ]);
  expect([2, 3, 6, 7, 8, 9, 50].map(cost)).toEqual([null, 10, 10, 5, 5, 10, 10]);
});

test("who was only given tokens pays nothing, and who has none has no price", () => {
  expect(averageCost([{ transferId: 1, tokens: 5, cents: 0 }])(2)).toBe(0);
  expect(averageCost([])(2)).toBeNull();
  expect(averageCost([{ transferId: 1, tokens: 0, cents: 0 }])(2)).toBeNull();
});

test("what a show took is worth what its movements are in the statement: less what came back, each at its own time", () => {
  const credits = [
    { transferId: 1, tokens: 100 },
    { transferId: 2, tokens: 100 },
    { transferId: 5, tokens: 100 },
  ];
  const paid = [
    { transferId: 1, cents: 1_111 },
    { transferId: 5, cents: null },
  ];
  const cost = costOfTokens(paid, credits);
  expect([cost(1), cost(4), cost(6)]).toEqual([11.11, 5.555, 1_111 / 300]);
  const moved = [
    { transferId: 3, tokens: -45 },
    { transferId: 4, tokens: -45 },
    { transferId: 6, tokens: 20 },
  ];
  expect(centsSpent(moved, cost)).toBe(250 + 250 - 74);
  expect(
    centsSpent(moved, () => null),
    "who paid nothing",
  ).toBe(0);
});

const credits = fc.array(fc.record({ tokens: fc.integer({ min: 1, max: 5_000 }), cents: fc.nat(50_000) }), {
  minLength: 1,
  maxLength: 20,
});

test("all tokens together are never worth more than was paid for them", () => {
  fc.assert(
    fc.property(credits, (rows) => {
      const numbered: Credit[] = rows.map((row, index) => ({ ...row, transferId: index + 1 }));
      const [tokens, cents] = [
        rows.reduce((sum, row) => sum + row.tokens, 0),
        rows.reduce((sum, row) => sum + row.cents, 0),
      ];
      expect((averageCost(numbered)(rows.length) ?? 0) * tokens).toBeCloseTo(cents, 3);
    }),
  );
});
