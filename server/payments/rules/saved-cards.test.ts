import { expect, test } from "vitest";
import { defaultSavedCardLimits as limits, isExpired, isWithinLimits, nextTryAt } from "./saved-cards.ts";

test("One press buys up to the sum and the number of a day, and not a cent or a payment more", () => {
  const { paymentsPerDay: payments, centsPerDay: cents } = limits;
  expect(isWithinLimits({ payments: 0, cents: 0 }, cents, limits)).toBe(true);
  expect(isWithinLimits({ payments: 0, cents: 0 }, cents + 1, limits)).toBe(false);
  expect(isWithinLimits({ payments: 1, cents: cents - 1 }, 2, limits)).toBe(false);
  expect(isWithinLimits({ payments: payments - 1, cents: 0 }, 1, limits)).toBe(true);
  expect(isWithinLimits({ payments, cents: 0 }, 1, limits)).toBe(false);
});

test("A saved card is good to the end of its month", () => {
  expect(isExpired({ month: 11, year: 2026 }, new Date("2026-11-30T23:59:59Z"))).toBe(false);
  expect(isExpired({ month: 11, year: 2026 }, new Date("2026-12-01T00:00:00Z"))).toBe(true);
  expect(isExpired({ month: 12, year: 2026 }, new Date("2026-12-31T23:59:59Z"))).toBe(false);
});

test("A gateway that is away is asked less and less often, and at least once an hour", () => {
  const now = new Date("2026-11-30T12:00:00Z");
  const pauses = [0, 1, 5, 30, 2_000].map((tries) => nextTryAt(tries, now).getTime() - now.getTime());
  expect(pauses).toEqual([5_000, 10_000, 160_000, 3_600_000, 3_600_000]);
});
