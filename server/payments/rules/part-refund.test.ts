import { expect, test } from "vitest";
import { shareOfTokens } from "./part-refund.ts";

test("R-OPEN-42: tokens go back in proportion, rounded down over all parts, so that parts never take all of them", () => {
  for (const [tokens, paidCents] of [
    [100, 1_099],
    [1_150, 8_999],
    [1, 100],
    [7, 3],
    [100_000, 99_999_999],
  ] as const)
    for (const step of [1, 7, 333, Math.max(1, Math.floor(paidCents / 3))]) {
      let [backCents, taken] = [0, 0];
      for (let parts = 0; backCents + step < paidCents && parts < 500; parts++) {
        backCents += step;
        const share = shareOfTokens({ tokens, paidCents, backCents, taken });
        expect(share).toBeGreaterThanOrEqual(0);
        taken += share;
        expect(taken).toBe(Math.floor((tokens * backCents) / paidCents));
        expect(taken, "something is left for the rest").toBeLessThan(tokens);
      }
    }
  for (const backCents of [0, -1, 100, 101])
    expect(() => shareOfTokens({ tokens: 10, paidCents: 100, backCents, taken: 0 })).toThrow(RangeError);
});
