import { expect, test } from "vitest";
import { eachFact } from "#contract/model-facts.ts";
import { ageOn } from "./age.ts";
import { filtersOf } from "./room-filters.ts";

const nothing = { ...eachFact(() => ""), country: "", new: "" as const, sort: "watched" as const };

test.each(["2026-11-23", "2028-02-29", "2027-02-28", "2026-01-01", "2026-12-31"])(
  "on %s an age range holds those whose age is in it, on each side of their birthdays",
  (day) => {
    const now = new Date(`${day}T12:00:00Z`);
    const { bornAfter, bornUntil } = filtersOf({ ...nothing, age_min: 21, age_max: 30 }, now);
    for (let days = 20 * 365; days < 32 * 366; days++) {
      const born = new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10);
      const isIn = born > (bornAfter ?? "") && born <= (bornUntil ?? "");
      const age = ageOn(born, now);
      expect(isIn, `born on ${born}, ${age}`).toBe(age >= 21 && age <= 30);
    }
  },
);

test("what is asked for twice narrows once, and what is not asked for narrows nothing", () => {
  const now = new Date("2026-11-23T00:00:00Z");
  expect(filtersOf({ ...nothing, tags: "music,calm,music", new: "1", rate_max: 40 }, now)).toEqual({
    ...eachFact(() => []),
    tags: ["music", "calm"],
    country: null,
    bornAfter: null,
    bornUntil: null,
    rateMin: null,
    rateMax: 40,
    approvedSince: new Date("2026-10-24T00:00:00Z"),
    sort: "watched",
  });
});
