import { expect, test } from "vitest";
import { legalDocuments } from "#contract/legal.ts";
import { isAdult, isExemptFromAgeGate } from "./age-gate.ts";

test("R-OPEN-89: every legal page and both ways to reach support are read without certifying an age", () => {
  for (const path of [...legalDocuments, "contact", "content-removal"]) {
    expect(isExemptFromAgeGate(`/${path}`), path).toBe(true);
    expect(isExemptFromAgeGate(`/${path}/`), path).toBe(true);
  }
  for (const path of ["/", "/login", "/register", "/stream/luna", "/contact/x", "/x/contact"])
    expect(isExemptFromAgeGate(path), path).toBe(false);
});

test("R-OPEN-89: a browser counts as an adult's only after it was certified", () => {
  expect(isAdult("lang=es; adult=1")).toBe(true);
  for (const cookies of ["", "adult=0", "adult=", "not_adult=1"])
    expect(isAdult(cookies), cookies).toBe(false);
});
