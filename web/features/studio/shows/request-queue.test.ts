import { expect, test } from "vitest";
import type { StudioRequest } from "#contract/paid-shows.ts";
import { secondsToAnswer, without, withRequest } from "./request-queue.ts";

const request = (id: number): StudioRequest => ({
  id,
  fan: { id: 7, login: "nico", language: "en" },
  mode: "private",
  rate: 60,
  two_way: false,
  expires_at: "2026-11-21T20:00:30.000Z",
  known: false,
});

test("a request that arrives twice, by event and by answer, waits once and behind the older ones", () => {
  const queue = withRequest(withRequest([request(1)], request(2)), request(2));
  expect(queue.map(({ id }) => id)).toEqual([1, 2]);
  expect(without(queue, 1).map(({ id }) => id)).toEqual([2]);
});

test.each([
  ["2026-11-21T20:00:00.000Z", 30],
  ["2026-11-21T20:00:12.400Z", 18],
  ["2026-11-21T20:00:31.000Z", 0],
  ["2026-11-21T19:00:00.000Z", 30],
])("at %s there are %i seconds left to answer", (now, seconds) => {
  expect(secondsToAnswer(request(1), new Date(now))).toBe(seconds);
});
