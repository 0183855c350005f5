import { expect, test } from "vitest";
import { dayName, dayOf, shortWhen, timeOf } from "./date-format.ts";

const now = new Date("2026-11-21T20:00:00Z");
const bogota = { language: "en", zone: "America/Bogota", now } as const;
const utc = { language: "es", zone: "UTC", now } as const;

test("A message belongs to the day of its reader's zone", () => {
  expect(dayOf("2026-11-21T03:00:00Z", bogota)).toBe("2026-11-20");
  expect(dayOf("2026-11-21T03:00:00Z", utc)).toBe("2026-11-21");
  expect(dayName("2026-11-21T03:00:00Z", bogota)).toBe("Yesterday");
  expect(dayName("2026-11-21T15:00:00Z", bogota)).toBe("Today");
});

test("Within a week a day has its name, before that its date", () => {
  expect(dayName("2026-11-17T12:00:00Z", bogota)).toBe("Tuesday");
  expect(dayName("2026-11-02T12:00:00Z", bogota)).toBe("Nov 2, 2026");
  expect(shortWhen("2026-11-17T12:00:00Z", utc)).toBe("mar");
  expect(shortWhen("2026-11-02T12:00:00Z", utc)).toBe("2 nov");
  expect(shortWhen("2026-11-21T15:05:00Z", utc)).toBe("15:05");
});

test("What comes from a clock that is ahead is of today", () => {
  expect(dayName("2026-11-22T12:00:00Z", bogota)).toBe("Today");
  expect(timeOf("2026-11-21T15:05:00Z", bogota).replace(/\s/u, " ")).toBe("10:05 AM");
});
