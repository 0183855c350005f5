import { z } from "zod";
import { emailLengthMax, emailShape } from "./field-bounds.ts";
import { hidden, hidesCharacters, seenCharactersIn, unseen } from "./unseen-characters.ts";
import { charactersIn, inForm, stacksMarks, written } from "./written-text.ts";

/**
 * The fields of the contract's input. Each rule stands here once: the server checks by it, and the OpenAPI document
 * declares it, so that what is declared is what is accepted. Numbers and texts are bounded by what a column holds.
 */

type TextRules = {
  /** Characters (Unicode code points) of which something can be seen, at least, without the spaces around them. */
  min?: number;
  /** Characters (Unicode code points) at most, once the spaces around are taken away. */
  max: number;
  /** The sent text is kept to the letter: tokens, and passwords, whose spaces belong to them. */
  verbatim?: true;
  /** The form of Unicode that it is brought to: NFC, or as it was sent where `verbatim`; NFKC for codes. */
  form?: "NFC" | "NFKC";
  /** A name: all of it can be seen, and nothing turns round what stands beside it. */
  name?: true;
  /** The shape of the whole trimmed text, as the source of a regular expression. */
  shape?: string;
  /** Other codes than the usual ones. */
  codes?: Partial<Record<Wrong, string>>;
};

type Wrong = "required" | "min" | "max" | "shape" | "characters";

/** A column of text holds neither NUL nor half of a surrogate pair. */
const isStorable = (text: string) => text.isWellFormed() && !text.includes("\0");

/**
 * A text of a person or a program. Refused as `required` (also where it is missing or nothing of it can be seen),
 * `min_N`, `max_N`, `invalid` (its shape) or `characters`. The accepted text is normalised as {@link written} says.
 */
export function text(rules: TextRules) {
  const { min = 0, max, verbatim, form, codes } = rules;
  const usual = { required: "required", min: `min_${min}`, max: `max_${max}` };
  const code = { ...usual, shape: "invalid", characters: "characters", ...codes };
  const wrongWith = validatorOf(rules);
  const whenMissing = ({ input }: { input?: unknown }) => (input === undefined ? code.required : undefined);
  const sent = z.string({ error: whenMissing });
  const checked = (form ? sent.overwrite((value) => inForm(value, form)) : sent).superRefine(
    (value, refused) => {
      const wrong = wrongWith(value);
      if (wrong) refused.addIssue({ code: "custom", message: code[wrong] });
    },
  );
  return (verbatim ? checked : checked.overwrite(written)).meta({
    ...(min > 0 ? { minLength: min } : {}),
    // The sent text may be longer by the spaces around it, so the most of the others stands in their pattern.
    ...(verbatim
      ? { maxLength: max }
      : { description: `At most ${max} characters, spaces around not counted.` }),
    pattern: patternOf(rules),
  });
}

function validatorOf({ min = 0, max, verbatim, name, shape }: TextRules): (value: string) => Wrong | null {
  const fits = shape ? new RegExp(`^(?:${shape})$`) : null;
  return (value) => {
    const kept = verbatim ? value : written(value);
    const length = verbatim ? charactersIn(kept) : seenCharactersIn(kept);
    if (min > 0 && length === 0) return "required";
    if (length < min) return "min";
    if (charactersIn(kept) > max) return "max";
    if (!isStorable(value) || stacksMarks(value)) return "characters";
    if (name && hidesCharacters(kept)) return "characters";
    return fits?.test(kept) === false ? "shape" : null;
  };
}

const any = "[^\\u0000]";
const blank = `[\\s${unseen}]*`;
const visible = `[^\\s\\u0000${unseen}]`;

/** The rules as a regular expression (ECMA-262) over the sent text. */
function patternOf(rules: TextRules): string {
  const { max, verbatim, shape } = rules;
  if (verbatim) return shape ? `^(?:${shape})$` : `^${any}*$`;
  const tooLong = `(?=${blank}${visible})\\s*\\S[\\s\\S]{${max - 1},}\\S`;
  return `^(?!${tooLong})${shape ? shapedPattern(shape) : seenPattern(rules)}$`;
}

function shapedPattern(shape: string): string {
  const mayMiss = new RegExp(`^(?:${shape})$`).test("");
  return mayMiss ? `(?:\\s*(?:${shape})\\s*|${blank})` : `\\s*(?:${shape})\\s*`;
}

function seenPattern({ min = 0, name }: TextRules): string {
  if (name) return `(?:${min > 0 ? `(?=${blank}${visible})` : `${blank}|`}\\s*[^\\u0000${hidden}]*\\s*)`;
  if (min === 0) return `${any}*`;
  if (min === 1) return `${blank}${visible}${any}*`;
  return `${blank}${visible}(?:[${unseen}]*[^\\u0000${unseen}]){${min - 2},}[${unseen}]*${visible}${blank}`;
}

/** An address with its domain in the ASCII form of RFC 5891, by which mail is sent: one mailbox, one spelling. */
function inAsciiDomain(address: string): string {
  const at = address.lastIndexOf("@") + 1;
  const domain = address.slice(at);
  if (at === 0 || !/\P{ASCII}/u.test(domain) || !URL.canParse(`http://${domain}`)) return address;
  const ascii = address.slice(0, at) + new URL(`http://${domain}`).hostname;
  return charactersIn(ascii) > emailLengthMax ? address : ascii;
}

/** An email address, or none where it `mayMiss`; its domain comes out in ASCII. */
export function emailAddress({ mayMiss = false } = {}) {
  const rules = { max: emailLengthMax, codes: { shape: "email_format", characters: "email_format" } };
  const field = mayMiss
    ? text({ ...rules, shape: `(?:${emailShape})?` })
    : text({ ...rules, min: 1, shape: emailShape });
  return field.overwrite(inAsciiDomain);
}

/** The name by which somebody signs in, a user name or an email address, as far as it is either. */
export const nameOrEmail = (min: 0 | 1) => text({ min, max: emailLengthMax }).overwrite(inAsciiDomain);

/** A text whose every character a pattern names; `code` is what a wrong one is refused as. */
export function shaped(pattern: RegExp, code = "invalid") {
  return z.string().regex(pattern, code);
}

/** A whole number in an address or a form, where it is written in decimal digits. */
export function wholeNumber(min: number, max: number, code = "invalid") {
  return z.preprocess(fromDigits, z.int(code).min(min, code).max(max, code));
}

const fromDigits = (value: unknown) =>
  typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value;

/** A country, ISO 3166-1 alpha-2, as the source of a regular expression; `code` is what a wrong one is refused as. */
export const countryShape = "[A-Z]{2}";
export const countryCode = (code?: string) => shaped(new RegExp(`^${countryShape}$`), code);

/** A time of day, as `22:30`. */
export const timeOfDay = shaped(/^([01]\d|2[0-3]):[0-5]\d$/);

/** The slug of a room, as topics and events name it. */
export const slugOfRoom = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/);

/** The largest `integer` of the database. */
export const int4Max = 2_147_483_647;
/** The largest id: a `bigint` of the database that JavaScript and JSON keep whole. */
export const idMax = 999_999_999_999_999;

/** An id in a JSON body: a number, or its digits. */
export const idInBody = z.union(
  [
    z.int("invalid").min(1, "invalid").max(idMax, "invalid"),
    z
      .string()
      .regex(/^[1-9]\d{0,14}$/, "invalid")
      .transform(Number),
  ],
  "invalid",
);

const laterThan1969 = "(19[7-9]\\d|[2-9]\\d{3})-\\d\\d-\\d\\d";
const from1970 = (value: string) => value >= "1970";

/** A day from 1970 to 9999, as `2026-05-01`. */
export const day = z.iso
  .date("invalid")
  .refine(from1970, "invalid")
  .meta({ pattern: `^${laterThan1969}$` });

/** A month in UTC from 1970 to 2999, as `2026-05`. */
export const month = z.string().regex(/^(19[7-9]\d|2\d{3})-(0[1-9]|1[0-2])$/, "invalid");

/** The day somebody was born, from 1900, as `1998-05-01`. */
export const birthDay = z.iso
  .date("invalid")
  .refine((value) => value >= "1900", "invalid")
  .meta({ pattern: "^(19|20)\\d\\d-\\d\\d-\\d\\d$" });

/** An instant in UTC from 1970 to 9999, as `2026-05-01T12:00:00Z`. */
export const moment = z.iso
  .datetime("invalid")
  .refine(from1970, "invalid")
  .meta({ pattern: `^${laterThan1969}T\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z$` });

/** An optional field whose invalid values are ignored instead of refused. */
export function passedOver<Field extends z.ZodType>(field: Field) {
  return field.optional().catch(undefined);
}

/** Required for changes that a stolen session must not make; empty for accounts without a password. */
export const currentPassword = text({ max: 200, verbatim: true }).default("");

/** A code of the user's app (six digits) or a recovery code; empty where no second factor is asked for. */
export const oneTimeCode = text({ max: 40, form: "NFKC" }).default("");

/** Re-authentication: the credentials of a sign-in, asked for again within a session. */
export const reauthFields = { current_password: currentPassword, one_time_code: oneTimeCode } as const;

const reauthForm = z.object(reauthFields);
export type ReauthForm = z.output<typeof reauthForm>;

/** The upload by which a large file came before its form, instead of a file in it; see `uploads.ts`. */
export const uploadId = z.string("invalid").regex(/^[A-Za-z0-9_-]{22}$/, "invalid");
