import { expect, test } from "vitest";
import { packageSpans } from "./package-rows.ts";

/** How many cards stand in each row. */
function rowsOf(spans: readonly number[]): number[] {
  const rows: number[] = [];
  let free = 0;
  for (const span of spans) {
    if (free < span) {
      rows.push(0);
      free = 12;
    }
    rows[rows.length - 1] = (rows.at(-1) ?? 0) + 1;
    free -= span;
  }
  return rows;
}

test("R-PAY-05: whatever packages are on sale, no row is longer than another by more than one card, and all are full", () => {
  for (const max of [2, 3, 4])
    for (let count = 1; count <= 12; count++) {
      const spans = packageSpans(count, max);
      const rows = rowsOf(spans);
      expect(spans).toHaveLength(count);
      expect(rows.reduce((sum, row) => sum + row, 0)).toBe(count);
      expect(Math.max(...rows)).toBeLessThanOrEqual(max);
      expect(Math.max(...rows) - Math.min(...rows)).toBeLessThanOrEqual(1);
      expect(spans.reduce((sum, span) => sum + span, 0)).toBe(12 * rows.length);
    }
  expect(rowsOf(packageSpans(5, 4))).toEqual([3, 2]);
  expect(rowsOf(packageSpans(5, 2))).toEqual([2, 2, 1]);
});
