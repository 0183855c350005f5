import { expect, test } from "vitest";
import { removalReasons } from "#contract/report-reasons.ts";
import { addWorkingDays, promiseOf } from "./deadlines.ts";

const saturday = new Date("2026-11-21T15:30:00Z");
const friday = new Date("2026-11-20T15:30:00Z");

test("R-LEGAL-08, R-OPEN-88: minors, missing consent and danger come first and within 24 hours, the rest in 7 days", () => {
  const graveDue = new Date("2026-11-22T15:30:00Z");
  const otherDue = new Date("2026-11-28T15:30:00Z");
  expect(removalReasons.map((reason) => promiseOf("removal", reason, saturday))).toEqual([
    ...Array(3).fill({ priority: 1, dueAt: graveDue }),
    ...Array(3).fill({ priority: 2, dueAt: otherDue }),
  ]);
});

test("R-LEGAL-07: a message is answered within three working days", () => {
  expect(promiseOf("contact", null, friday)).toEqual({
    priority: 3,
    dueAt: new Date("2026-11-25T15:30:00Z"),
  });
  const monday = new Date("2026-11-23T00:00:00Z");
  expect(addWorkingDays(monday, 3)).toEqual(new Date("2026-11-26T00:00:00Z"));
  expect(addWorkingDays(saturday, 3), "a weekend counts from Monday").toEqual(
    new Date("2026-11-26T00:00:00Z"),
  );
});
