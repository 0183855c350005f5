import { expect, test } from "vitest";
import { notBuiltIn, requirementIdsIn, untested } from "./requirement-ids.ts";

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

test("the title of a table of tests counts, and so does the id that begins a row when the title begins with it", () => {
  const known = ["R-PAY-18", "R-PAY-19"];
  const table = (rows: string, title: string) =>
    ["test.ea", `ch([${rows}] as const)("${title}", () => {})`].join("");
  expect(untested(known, [table("[1]", "R-PAY-18: %i")]).unnamed).toEqual(["R-PAY-19"]);
  expect(untested(known, [table('["R-PAY-18", 1], ["R-PAY-19", 2]', "%s: %i")]).unnamed).toEqual([]);
  expect(untested(known, [table('["R-PAY-18", 1]', "%i of what %s says")]).unnamed).toEqual(known);
});

test("what is listed as missing is not counted as untested, and must be a requirement", () => {
  const text = `${list}\n## Not built yet\n\n| R-PAY-19 | no form |\n| R-PAY-77 | nothing |\n\n## Rest\n\n| R-PAY-20 | three |\n`;
  expect(requirementIdsIn(text)).toEqual(["R-PAY-18", "R-PAY-19", "R-PAY-20"]);
  expect([...notBuiltIn(text)]).toEqual([
    ["R-PAY-19", "no form"],
    ["R-PAY-77", "nothing"],
  ]);
  expect(untested(requirementIdsIn(text), [], notBuiltIn(text).keys())).toEqual({
    unnamed: ["R-PAY-18", "R-PAY-20"],
    unknown: ["R-PAY-77"],
  });
});
