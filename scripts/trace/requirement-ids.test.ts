import { expect, test } from "vitest";
import { requirementIdsIn, untested } from "./requirement-ids.ts";

const list = "| R-PAY-18 | one |\n| R-PAY-19 | two |\n| R-OPEN-01 | a proposal |\n";
const titled = (title: string) => ["te", `st("${title}", () => {})`].join("");

test("a requirement counts as tested only when a test title names it", () => {
  const known = requirementIdsIn(list);
  expect(known).toEqual(["R-PAY-18", "R-PAY-19"]);
  expect(untested(known, [titled("R-PAY-18: takes 19 digits"), "// R-PAY-19 in a comment"]).unnamed).toEqual([
    "R-PAY-19",
  ]);
});

test("a title that names an unknown requirement is reported", () => {
  expect(untested(["R-PAY-18"], [titled("R-PAY-99: nothing")]).unknown).toEqual(["R-PAY-99"]);
  expect(untested(["R-PAY-18"], [titled("R-OPEN-77, R-AMB-01: a proposal")]).unknown).toEqual([]);
});
