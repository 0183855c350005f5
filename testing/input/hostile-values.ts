/** Texts that no column holds, as JSON; no field takes them. */
export const unstorableJson: readonly string[] = ['"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"abc\\udfffdef"'];
/** The same in an address. */
export const unstorableAddressParts: readonly string[] = ["%00", "a%00b"];
/** The same in a form. */
export const unstorableFormTexts: readonly Buffer[] = [Buffer.from("\0"), Buffer.from("a\0b")];

/** Numbers beyond what columns and JavaScript hold, and what is no number but looks like one. */
const noNumbers = ["2147483648", "9007199254740993", "9223372036854775808", "1e400", "-0", "-1"];

/** More than any text may have, in a body that is not too large. */
const long = "x".repeat(100_000);
/** 200 arrays, each in the next. */
const deep = `${"[".repeat(200)}${"]".repeat(200)}`;

/**
 * The values put in the place of every field of a JSON body, as JSON that a client could write by hand: some of it is
 * nothing that `JSON.stringify` makes.
 */
export const hostileJson: readonly string[] = [
  ...unstorableJson,
  '"abc\\u0000@example.test"',
  '""',
  '" \\u2028 "',
  '"0000-01-01"',
  '"0000-01-01T00:00:00Z"',
  '"+275760-09-13T00:00:00.001Z"',
  '"9223372036854775808"',
  '"NaN"',
  ...noNumbers,
  "1e308",
  "0.1",
  "null",
  "true",
  "[]",
  '["x"]',
  "[1]",
  "{}",
  '{"a":{"b":"\\u0000"}}',
  '{"__proto__":{"admin":true}}',
  deep,
  JSON.stringify(long),
];

/** The values put in the place of every query field and path part, as they stand in the address. */
export const hostileAddressParts: readonly string[] = [
  ...unstorableAddressParts,
  ...noNumbers,
  "%ED%A0%80",
  "%ff",
  "%",
  "%zz",
  "",
  "+",
  "%20",
  "0x10",
  "NaN",
  "0000-01-01",
  "0000-01-01T00:00:00Z",
  "%2B275760-09-13T00:00:00.001Z",
  "[object%20Object]",
  "__proto__",
  "%2F..%2F..",
  "1%27%20or%201%3D1--",
  "x".repeat(5_000),
];

/** The values put in the place of every text field of a form, as bytes; the last is half of a surrogate pair. */
export const hostileFormTexts: readonly Buffer[] = [
  ...unstorableFormTexts,
  ...["", "NaN", ...noNumbers, "0000-01-01T00:00:00Z", "x".repeat(70 * 1024)].map((text) =>
    Buffer.from(text),
  ),
  Buffer.from("a\xed\xa0\x80", "latin1"),
];
