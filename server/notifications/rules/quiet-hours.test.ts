import { expect, test } from "vitest";
import { isTimeZone } from "#server/kit/time-zone.ts";
import { localTime, quietUntil } from "./quiet-hours.ts";

const night = { from: 22 * 60, to: 7 * 60, timeZone: "America/Bogota" };
const at = (utc: string) => new Date(`2026-11-24T${utc}Z`);

test("quiet hours over midnight are those of the fan's time zone, and end there", () => {
  expect(quietUntil(at("02:59:59"), night)).toBeNull();
  expect(quietUntil(at("03:00:20"), night)).toEqual(at("12:00:00"));
  expect(quietUntil(at("11:59:59"), night)).toEqual(at("12:00:00"));
  expect(quietUntil(at("12:00:00"), night)).toBeNull();
});

test("quiet hours within a day begin and end on it", () => {
  const siesta = { from: 14 * 60, to: 16 * 60 + 30, timeZone: "Europe/Madrid" };
  expect(quietUntil(at("12:59:00"), siesta)).toBeNull();
  expect(quietUntil(at("13:00:00"), siesta)).toEqual(at("15:30:00"));
  expect(quietUntil(at("15:30:00"), siesta)).toBeNull();
});

test("the day is that of the time zone, and an unknown zone is distinguished from a known one", () => {
  expect(localTime(at("03:30:00"), "America/Bogota")).toEqual({ minute: 22 * 60 + 30, day: "2026-11-23" });
  expect([isTimeZone("Asia/Kathmandu"), isTimeZone("UTC"), isTimeZone("Mars/Olympus")]).toEqual([
    true,
    true,
    false,
  ]);
});
