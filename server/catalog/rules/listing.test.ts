import { expect, test } from "vitest";
import { isComplete, type ListingChecklist, stepsOf } from "./listing.ts";

const whole: ListingChecklist = {
  artistic_name: "Ana",
  bio_en: "Hello",
  bio_es: "Hola",
  birth_date: "2000-01-01",
  country: "CO",
  gender_id: 1,
  rate_private: 60,
  rate_vip: 90,
  rate_spy: 20,
  hasPicture: true,
  cameraTested: true,
};

test("a page with everything that fans read and staff has to know is complete", () => {
  expect(isComplete(whole)).toBe(true);
});

test.each<[keyof ListingChecklist, ListingChecklist[keyof ListingChecklist], string]>([
  ["bio_en", "", "texts"],
  ["bio_es", "", "texts"],
  ["birth_date", null, "person"],
  ["country", null, "person"],
  ["gender_id", null, "person"],
  ["hasPicture", false, "picture"],
  ["rate_private", null, "rates"],
  ["rate_vip", null, "rates"],
  ["rate_spy", null, "rates"],
  ["cameraTested", false, "camera"],
])("without %s (%s) the step %s is open, and it alone", (field, value, step) => {
  const page = { ...whole, [field]: value };
  const open = Object.entries(stepsOf(page)).filter(([, done]) => !done);
  expect(open.map(([name]) => name)).toEqual([step]);
  expect(isComplete(page)).toBe(false);
});
