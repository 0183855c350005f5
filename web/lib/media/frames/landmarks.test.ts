import { expect, test } from "vitest";
import { createLandmarks } from "./landmarks.ts";

const picture = (timeUs: number, durationUs: number) => ({
  timeUs,
  durationUs,
  isKey: true,
  data: new Uint8Array(1),
});

test("what a jump passes over counts as received without the time in which nothing came", () => {
  const marks = createLandmarks();
  marks.written(picture(1_000_000, 40_000));
  marks.written(picture(2_000_000, 8_000_000));
  expect(marks.receivedUs(0, 1)).toBe(1_000_000);
  expect(marks.receivedUs(1, 11)).toBe(2_000_000);
  expect(marks.receivedUs(4, 6)).toBe(0);
});

test("the last key before a moment is found until it is forgotten", () => {
  const marks = createLandmarks();
  for (const key of [0, 2, 4]) marks.key(key);
  expect([marks.keyBefore(3.9), marks.keyBefore(-1), marks.lastKey()]).toEqual([2, null, 4]);
  marks.forget(4);
  expect([marks.keyBefore(3.9), marks.lastKey()]).toEqual([null, 4]);
});
