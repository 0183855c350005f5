import { expect, test } from "vitest";
import { isLostChunk, mayReload } from "./lost-chunk.ts";

test("R-ERR-24: a lost chunk reloads the page at most once a minute", () => {
  expect(mayReload(null, 1_000_000)).toBe(true);
  expect(mayReload("1000000", 1_059_999)).toBe(false);
  expect(mayReload("1000000", 1_060_000)).toBe(true);
  expect(mayReload("rubbish", 1_000_000)).toBe(true);
});

test("a lost chunk is told from other errors in every browser's words", () => {
  expect(isLostChunk(new TypeError("Failed to fetch dynamically imported module: /a.js"))).toBe(true);
  expect(isLostChunk(new TypeError("error loading dynamically imported module"))).toBe(true);
  expect(isLostChunk(new TypeError("Importing a module script failed."))).toBe(true);
  expect(isLostChunk(new TypeError("x is undefined"))).toBe(false);
});
