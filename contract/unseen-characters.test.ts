import { expect, test } from "vitest";
import { unseen } from "./unseen-characters.ts";
import { isBlank } from "./written-text.ts";

test("pages and the document call the same characters unseen, of all that there are", () => {
  const declared = new RegExp(`^[\\s${unseen}]$`, "u");
  const differing: string[] = [];
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const character = String.fromCodePoint(code);
    if (isBlank(character) !== declared.test(character)) differing.push(code.toString(16));
  }
  expect(differing).toEqual([]);
});
