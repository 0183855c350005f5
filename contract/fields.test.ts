import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { emailPattern, trimmedLength } from "./field-bounds.ts";
import { currentPassword, emailAddress, oneTimeCode, text } from "./fields.ts";
import { charactersIn } from "./written-text.ts";

const rules: Parameters<typeof text>[0][] = [
  { max: 3 },
  { min: 1, max: 3 },
  { min: 2, max: 2 },
  { min: 2, max: 4 },
  { min: 3, max: 5, shape: "[ab]{3,}" },
  { max: 2, shape: "[ab]{2}" },
  { min: 1, max: 3, verbatim: true },
  { min: 1, max: 4, name: true },
  { max: 4, name: true },
];
const fields: z.ZodType[] = [...rules.map(text), emailAddress(), emailAddress({ mayMiss: true })];
const anyText = fc.string({
  unit: fc.constantFrom(
    " ",
    "\n",
    "\u00a0",
    "\u2003",
    "a",
    "b",
    "é",
    "🌶",
    "\0",
    "@a.es",
    "\u200b",
    "\ufe0f",
    "\u{e0041}",
  ),
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

const blanks = [
  "",
  " \t\n",
  "\u200b",
  "\u2060",
  "\u00ad",
  "\ufe0f",
  "\u2800",
  "\u3164",
  "\u{e0041}\u{e007f}",
  "\u202e",
  "\u0007",
  "\u200d \u200b",
];

test("a text of which nothing can be seen is none, and joins and variants of what can be seen stay", () => {
  for (const blank of blanks) {
    const code = JSON.stringify(blank);
    expect(text({ min: 1, max: 20 }).safeParse(blank).error?.issues[0]?.message, code).toBe("required");
    expect(text({ min: 3, max: 20 }).safeParse(`a${blank.repeat(3)}b`).success, code).toBe(/\s/.test(blank));
    expect(text({ max: 20 }).parse(blank), code).toBe("");
    expect(trimmedLength(blank), code).toBe(0);
  }
  for (const seen of ["❤️", "👩‍👩‍👧", "می‌خواهم", "x\u200b"])
    expect(text({ min: 1, max: 20 }).parse(` ${seen} `)).toBe(seen);
});

test("a text is kept in one form of Unicode, a code in plain digits, a secret as it was sent", () => {
  expect(text({ max: 4 }).parse(" N\u0303an\u0303 ")).toBe("\u00d1a\u00f1");
  expect(oneTimeCode.parse("１２３４５６")).toBe("123456");
  expect(currentPassword.parse(" n\u0303")).toBe(" n\u0303");
});

test("a name has nothing in it that nobody sees or that turns round what stands beside it", () => {
  const name = text({ min: 1, max: 20, name: true });
  for (const hides of ["Lu\u200bna", "\u202eanuL", "Luna\u2066", "Lu\u00adna", "Luna\u{e0041}", "Lu\nna"])
    expect(name.safeParse(hides).error?.issues[0]?.message, JSON.stringify(hides)).toBe("characters");
  for (const shown of ["Luna ❤️", "Añaña", "Нина"]) expect(name.parse(shown)).toBe(shown);
});

test("an address may have every letter and sign of RFC 5321 and 6531; its domain comes out in ASCII", () => {
  for (const [typed, kept = typed] of [
    ["a&b@example.com"],
    ["o'brien+x!#$%*/=?^_`{|}~@example.com"],
    ["begoña@example.es"],
    ["begon\u0303a@example.es", "begoña@example.es"],
    ["用户@例子.广告", "用户@xn--fsqu00a.xn--4rr70v"],
    ["luna@españa.es", "luna@xn--espaa-rta.es"],
    ["luna@пример.рф", "luna@xn--e1afmkfd.xn--p1ai"],
    ["luna@xn--e1afmkfd.xn--p1ai"],
    ["Nico@Example.COM"],
  ] as const) {
    expect(emailAddress().parse(typed)).toBe(kept);
    expect(emailPattern.test(typed), typed).toBe(true);
  }
  for (const wrong of [
    "a@b",
    "a..b@c.es",
    ".a@c.es",
    "a.@c.es",
    "a b@c.es",
    "a@-c.es",
    "a@c-.es",
    "a@c.e",
    "a@c.1",
    "<a>@c.es",
    "a,b@c.es",
    "a@\u200b.es",
    "a\u200b@c.es",
    "a@c..es",
  ])
    expect(emailAddress().safeParse(wrong).error?.issues[0]?.message, wrong).toBe("email_format");
});

test("a text that stacks more marks upon a letter than any language writes is refused as it is, however long", () => {
  const stacked = `a${"\u0301".repeat(60_000)}${"\u0323".repeat(60_000)}`;
  for (const field of [
    text({ max: 60 }),
    text({ max: 60, verbatim: true, form: "NFC" }),
    text({ max: 60, name: true }),
  ])
    expect(field.safeParse(stacked).success).toBe(false);
  expect(text({ max: 60 }).parse(`e${"\u0301".repeat(30)}`)).toBe(`é${"\u0301".repeat(29)}`);
});
