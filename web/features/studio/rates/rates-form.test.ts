import { expect, test } from "vitest";
import { type RatesForm, ratesFormOf, ratesOf, ratesRules } from "./rates-form.ts";

const rates = { private: 60, vip: 90, spy: 20, minimum: 10, spies_allowed: true, two_way_allowed: false };
const form = ratesFormOf(rates);
const problems = (change: Partial<RatesForm>) =>
  ratesRules.safeParse({ ...form, ...change }).error?.issues.map(({ path, message }) => [path[0], message]) ??
  [];

test("R-OPEN-62: the form starts with the rates as they are, and sends back what it says", () => {
  expect(problems({})).toEqual([]);
  expect(ratesOf(form)).toEqual(rates);
  expect(ratesOf({ ...form, vip: " 120 ", spiesAllowed: false })).toEqual({
    ...rates,
    vip: 120,
    spies_allowed: false,
  });
});

test("R-OPEN-62: rates are whole tokens from 1, the minimum may be 0 and at most one minute of a show", () => {
  for (const wrong of ["0", "", "1.5", "-1", "x", "1000001"]) {
    expect(problems({ spy: wrong })).toEqual([["spy", "rate"]]);
  }
  expect(ratesOf({ ...form, private: "1.200" }).private).toBe(1_200);
  expect(problems({ private: "1.200", vip: "1,500", minimum: "1.000" })).toEqual([]);
  expect(problems({ minimum: "0" })).toEqual([]);
  expect(problems({ minimum: "61" })).toEqual([["minimum", "minimum_too_high"]]);
  expect(problems({ minimum: "1.5" })).toEqual([["minimum", "minimum"]]);
});
