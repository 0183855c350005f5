import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { growthOf } from "#testing/growth.ts";
import { hasContactDetails } from "./contact-details.ts";

const host = "fanlight.example";

const samples = JSON.parse(
  readFileSync(path.join(import.meta.dirname, "contact-details.samples.json"), "utf8"),
) as { ordinary: string[]; contact: string[] };

test("ordinary talk in both languages has no contact details, and none of those that people give passes", () => {
  expect(samples.ordinary.length).toBeGreaterThan(150);
  expect(samples.contact.length).toBeGreaterThan(60);
  expect(samples.ordinary.filter((text) => hasContactDetails(text, host))).toEqual([]);
  expect(samples.contact.filter((text) => !hasContactDetails(text, host))).toEqual([]);
});

test("a link to the product is none where its name ends in a word", () => {
  for (const text of ["find me on fanlight.live", "fanlight.live", "https://fanlight.live/luna"])
    expect(hasContactDetails(text, "fanlight.live"), text).toBe(false);
});

test.each([
  ["a.", 1_000],
  ["1 ", 1_000],
  ["a-", 1_000],
  ["(at", 600],
  ["9", 2_000],
  ["a1", 1_000],
  ["a&", 1_000],
  ["find me on a", 300],
])("%j again and again, made to be slow, takes no more than the square of its length", (piece, times) => {
  expect(growthOf(piece.repeat(times), (text) => hasContactDetails(text, host))).toBeLessThan(6);
});
