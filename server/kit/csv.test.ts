import { expect, test } from "vitest";
import { csvOf } from "./csv.ts";

test("a CSV file begins with the mark of UTF-8, so that Excel shows ñ, and a stranger's text is no formula in it", () => {
  const rows = [
    { name: "Begoña, 2", note: "=1+1", paid: true },
    { name: "", note: null, paid: false },
  ];
  expect(csvOf(rows, ["name", "note", "paid"])).toBe(
    '\ufeffname,note,paid\r\n"Begoña, 2",\'=1+1,true\r\n,,false\r\n',
  );
});
