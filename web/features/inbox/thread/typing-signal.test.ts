import { expect, test } from "vitest";
import { manualClock } from "#testing/manual-clock.ts";
import { createTypingSignal } from "./typing-signal.ts";

test("R-OPEN-54: writing is told at most every half second, and an emptied composer is not told", () => {
  const clock = manualClock();
  let told = 0;
  const signal = createTypingSignal(clock, () => told++);
  signal.wrote("a");
  signal.wrote("ab");
  clock.advance(499);
  signal.wrote("abc");
  expect(told).toBe(1);
  clock.advance(1);
  signal.wrote("abcd");
  expect(told).toBe(2);
  clock.advance(500);
  signal.wrote("  ");
  expect(told).toBe(2);
});
