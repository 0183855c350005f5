import { expect, test } from "vitest";
import { defaultCardingLimits, nextTryAt, type OwnTries, secondsUntil } from "./carding.ts";

test("R-OPEN-92: while nothing is known of a try on its way, it may yet be the third decline: the wait is that for its answer", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  const wait = (tries: Partial<OwnTries>) => {
    const all = { payments: [], declines: [], inFlight: [], ...tries };
    const next = nextTryAt(all, defaultCardingLimits, now);
    return next && secondsUntil(next, now);
  };
  expect(wait({ declines: [ago(900), ago(600)], inFlight: [ago(20)] })).toBe(40);
  expect(wait({ declines: [ago(600)], inFlight: [ago(20)] })).toBeNull();
  expect(wait({ declines: [ago(900), ago(600), ago(300)], inFlight: [ago(20)] })).toBe(2700);
  expect(wait({ declines: [ago(3600), ago(600), ago(300)] })).toBeNull();
});
