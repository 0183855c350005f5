import { expect, test } from "vitest";
import { readRankCursor, readRoomsCursor, writeRankCursor, writeRoomsCursor } from "./list-cursor.ts";

test.each([
  { shown: [], last: { named: true, here: false, key: null, id: 1 } },
  { shown: [7, 4_000_000], last: null },
  { shown: [1, 2, 3], last: { named: true, here: true, key: "1767225600123456", id: 35 } },
  { shown: [1], last: { named: false, here: false, key: "60", id: 7 } },
  { shown: [], last: { named: false, here: true, key: "1767225600123456", id: 7 } },
])("a place in the rooms is read as it was written: %o", (cursor) => {
  const text = writeRoomsCursor(cursor);
  expect(text).toMatch(/^[0-9a-z.-]{0,8000}$/);
  expect(readRoomsCursor(text ?? "")).toEqual(cursor);
});

test("a place after a thousand rooms fits into an address, one after more is not written", () => {
  const shown = Array.from({ length: 1_000 }, (_, index) => 2_000_000_000 + index);
  const text = writeRoomsCursor({ shown, last: null });
  expect(text?.length).toBeLessThan(8_000);
  expect(readRoomsCursor(text ?? "")?.shown).toEqual(shown);
  expect(writeRoomsCursor({ shown: [...shown, 1], last: null })).toBeNull();
});

test("a place in the ranking is read as it was written", () => {
  for (const named of [true, false])
    expect(readRankCursor(writeRankCursor({ named, rank: 12, id: 99 }))).toEqual({ named, rank: 12, id: 99 });
});

test.each(["", "x", "-", "1-", "n-A", "1-1-1", ".", "1.2.3-4", "tt1-1", "t-1"])("%j is no place", (text) => {
  expect(readRoomsCursor(text)).toBeNull();
  expect(readRankCursor(text)).toBeNull();
});
