import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { charactersIn } from "./field-bounds.ts";
import { emailAddress, text } from "./fields.ts";

const rules: Parameters<typeof text>[0][] = [
  { max: 3 },
  { min: 1, max: 3 },
  { min: 2, max: 2 },
  { min: 2, max: 4 },
  { min: 3, max: 5, shape: "[ab]{3,}" },
  { max: 2, shape: "[ab]{2}" },
  { min: 1, max: 3, verbatim: true },
];
const fields: z.ZodType[] = [...rules.map(text), emailAddress(), emailAddress({ mayMiss: true })];
const anyText = fc.string({
  unit: fc.constantFrom(" ", "\n", "\u00a0", "\u2003", "a", "b", "é", "🌶", "\0", "@a.es"),
  maxLength: 8,
});

test("R-OPEN-51, R-API-79: the length of a text excludes the spaces around it, in its pattern too", () => {
  for (const field of fields) {
    const {
      pattern = "",
      minLength = 0,
      maxLength = Number.POSITIVE_INFINITY,
    } = z.toJSONSchema(field, { io: "input" });
    const isDeclared = (value: string) =>
      new RegExp(pattern, "u").test(value) &&
      charactersIn(value) >= minLength &&
      charactersIn(value) <= maxLength;
    fc.assert(
      fc.property(anyText, (value) => {
        expect(isDeclared(value)).toBe(field.safeParse(value).success);
      }),
      { numRuns: 500 },
    );
  }
  const long = `a@${"a".repeat(180)}.example`;
  expect(long).toHaveLength(190);
  expect(emailAddress().safeParse(`  ${long}  `).data).toBe(long);
  expect(emailAddress().safeParse(`a${long}`).success).toBe(false);
});
