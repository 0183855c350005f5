import { expect, test, vi } from "vitest";
import { pageWithTotal } from "./page-with-total.ts";

const listOf = (total: number) =>
  vi.fn(async (offset: number) =>
    Array.from({ length: Math.min(20, Math.max(0, total - offset)) }, (_, n) => ({ id: offset + n, total })),
  );

test("a page shows how many there are in all, also past the end, where the list is asked once more", async () => {
  const read = listOf(45);
  expect(await pageWithTotal(40, read)).toMatchObject({ rows: { length: 5 }, total: 45 });
  expect(read).toHaveBeenCalledTimes(1);
  expect(await pageWithTotal(60, read)).toEqual({ rows: [], total: 45 });
  expect(read).toHaveBeenCalledTimes(3);
});

test("an empty list is asked once on its first page", async () => {
  const read = listOf(0);
  expect(await pageWithTotal(0, read)).toEqual({ rows: [], total: 0 });
  expect(read).toHaveBeenCalledTimes(1);
});
