import { expect, test } from "vitest";
import { isKnownPart } from "./known-part.ts";

const saleNumber = "s1";

test.each([
  ["no part of that sum was asked for", "s1", [], [], false],
  ["the sale's own number, for the first part", "s1", [null], [], true],
  ["the sale's own number, for one part more than was asked for", "s1", [null], ["s1"], false],
  ["the sale's own number, for the second of two parts", "s1", [null, "r2"], ["s1"], true],
  ["the number of the part", "r1", ["r1"], [], true],
  ["the number of the part, once more", "r1", ["r1"], ["r1"], true],
  ["another number than the part's", "r9", ["r1"], [], false],
  ["another number, where the part's answer was lost", "r9", [null], [], true],
  ["another number, where the lost part was noticed before", "r9", [null], ["r8"], false],
  ["another number, beside a part with its own that was noticed", "r9", ["r1", null], ["r1"], true],
  ["a part that goes by the sale's number", "s1", ["s1"], [], true],
  ["a part that goes by the sale's number, once more", "s1", ["s1"], ["s1"], false],
])("R-OPEN-42: a notice of a part that names %s: ours? %#", (_, number, parts, noticed, isOurs) => {
  expect(isKnownPart({ number, saleNumber, parts, noticed })).toBe(isOurs);
});
