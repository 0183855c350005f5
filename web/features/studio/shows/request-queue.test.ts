import { expect, test } from "vitest";
import { secondsToAnswer } from "./request-queue.ts";

const request = { expires_at: "2026-11-21T20:00:30.000Z" };

test.each([
  ["2026-11-21T20:00:00.000Z", 30],
  ["2026-11-21T20:00:12.400Z", 18],
  ["2026-11-21T20:00:31.000Z", 0],
  ["2026-11-21T19:00:00.000Z", 30],
])("at %s there are %i seconds left to answer", (now, seconds) => {
  expect(secondsToAnswer(request, new Date(now))).toBe(seconds);
});
