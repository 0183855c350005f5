import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { heavyTests } from "./heavy-tests.ts";
import { compare, describeSelection } from "./selection.ts";

test("every heavy test is there", () => {
  const files = Object.keys(heavyTests);
  expect(files.filter((file) => globSync(file).length === 0)).toEqual([]);
});

test("a heavy test is due when it never passed, and when it passed with another fingerprint", () => {
  const fingerprints = { "same.test.ts": "a", "changed.test.ts": "b", "new.test.ts": "c" };
  expect(compare(fingerprints, { "same.test.ts": "a", "changed.test.ts": "a", "gone.test.ts": "d" })).toEqual(
    {
      due: ["changed.test.ts", "new.test.ts"],
      unchanged: ["same.test.ts"],
    },
  );
});

test("a run says which heavy tests it ran, which it left out, and why", () => {
  const [due = "", unchanged = ""] = Object.keys(heavyTests);
  expect(describeSelection({ fingerprints: {}, due: [due], unchanged: [unchanged] }).split("\n")).toEqual([
    "heavy tests that ran, because what they import has changed:",
    `  ${due} (${heavyTests[due]})`,
    "heavy tests that did not run, because nothing they import has changed since they passed (`npm run test:all` runs them):",
    `  ${unchanged} (${heavyTests[unchanged]})`,
  ]);
});
