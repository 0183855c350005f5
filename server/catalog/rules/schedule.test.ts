import { expect, test } from "vitest";
import { comingTimes, overlap } from "./schedule.ts";

const evening = (weekday: number) => ({ weekday, fromMinute: 20 * 60, toMinute: 23 * 60 });
const lateHours = (weekday: number) => ({ weekday, fromMinute: 23 * 60, toMinute: 26 * 60 });
const isoOf = (times: ReturnType<typeof comingTimes>) =>
  times.map(({ from, to }) => `${from.toISOString().slice(0, 16)} ${to.toISOString().slice(0, 16)}`);

test("the coming times of a week are the instants at which clocks of the model's zone show them", () => {
  // A Saturday.
  const now = new Date("2026-11-21T12:00:00Z");
  const inBogota = comingTimes([evening(6), evening(3)], { timeZone: "America/Bogota", now, days: 7 });
  expect(isoOf(inBogota)).toEqual(["2026-11-22T01:00 2026-11-22T04:00", "2026-11-26T01:00 2026-11-26T04:00"]);
  const inMadrid = comingTimes([evening(6)], { timeZone: "Europe/Madrid", now, days: 7 });
  expect(isoOf(inMadrid)).toEqual(["2026-11-21T19:00 2026-11-21T22:00"]);
});

test("hours that began yesterday are still listed, and gone at their end", () => {
  const at = (time: string) =>
    isoOf(comingTimes([lateHours(6)], { timeZone: "UTC", now: new Date(time), days: 6 }));
  expect(at("2026-11-22T01:59:00Z")).toEqual(["2026-11-21T23:00 2026-11-22T02:00"]);
  expect(at("2026-11-22T02:00:00Z")).toEqual([]);
});

test("the same hour of the day is kept when clocks change", () => {
  const now = new Date("2026-10-24T00:00:00Z");
  const times = comingTimes([evening(6), evening(7)], { timeZone: "Europe/Madrid", now, days: 3 });
  expect(isoOf(times)).toEqual(["2026-10-24T18:00 2026-10-24T21:00", "2026-10-25T19:00 2026-10-25T22:00"]);
});

test.each([
  [[evening(1), evening(2)], false],
  [[evening(1), { weekday: 1, fromMinute: 22 * 60, toMinute: 24 * 60 }], true],
  [[lateHours(1), { weekday: 2, fromMinute: 60, toMinute: 120 }], true],
  [[lateHours(7), { weekday: 1, fromMinute: 60, toMinute: 120 }], true],
  [[lateHours(7), { weekday: 1, fromMinute: 120, toMinute: 180 }], false],
  [[], false],
] as const)(
  "hours that are at the same time overlap, over midnight and over the week's end too: %j",
  (hours, is) => {
    expect(overlap(hours)).toBe(is);
  },
);
