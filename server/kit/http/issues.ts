import type { z } from "zod";
import type { Language } from "#contract/common.ts";
import en from "#locales/refusals/fields.en.json" with { type: "json" };
import es from "#locales/refusals/fields.es.json" with { type: "json" };
import { fill, grouped } from "#server/kit/texts.ts";

/** Names one sentence that stands beside a field. */
export type FieldCode = keyof typeof en;

/** A sentence that lacks a translation is a type error here. */
const texts: Readonly<Record<Language, Readonly<Record<FieldCode, string>>>> = { en, es };

const isFieldCode = (code: string): code is FieldCode => Object.hasOwn(en, code);

const bytesPerMegabyte = 1024 * 1024;

/** The sentence for a file that is longer than `bytesMax`. */
export function fileTooLarge(bytesMax: number, language: Language): string {
  const size = Math.floor((bytesMax / bytesPerMegabyte) * 10) / 10;
  return fill(texts[language].file_too_large, { size: size.toLocaleString(language) });
}

/**
 * The sentence for an issue code such as `required`, `min_3`, `max_300` or `tokens_max_100`. Unknown codes give
 * "invalid value".
 */
export function fieldText(code: string, language: Language): string {
  const [, bound, count] = /^(min|max|tokens_max)_(\d+)$/.exec(code) ?? [];
  if (bound && count) {
    const shown = bound === "tokens_max" ? grouped(Number(count), language) : count;
    return fill(texts[language][bound as FieldCode], { count: shown });
  }
  return texts[language][isFieldCode(code) ? code : "invalid"];
}

/**
 * The issues that a schema reports for a value of a wrong type or of none that it knows, and so for one that is
 * missing.
 */
const typeIssues: ReadonlySet<string> = new Set(["invalid_type", "invalid_union", "invalid_value"]);

/** Of alternatives that all fail, what is wrong with the one that fits best: it names the fields. */
function leavesOf(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== "invalid_union" || issue.input === undefined) return [issue];
  const [best] = issue.errors.toSorted((a, b) => a.length - b.length);
  if (!best || best.length === 0) return [issue];
  return best.flatMap((inner) => leavesOf({ ...inner, path: [...issue.path, ...inner.path] }));
}

/**
 * The code of what is wrong. A consent and a text may have words of their own for being missing; of anything else that is
 * missing its type is of no use.
 */
function codeOf({ code, input, message, ...issue }: z.core.$ZodIssue): string {
  if (input !== undefined || !typeIssues.has(code)) return message;
  const mayHaveOwn = code === "invalid_value" || ("expected" in issue && issue.expected === "string");
  return mayHaveOwn && message !== "invalid" && isFieldCode(message) ? message : "required";
}

/** Turns a failed parse into `{field: [sentence]}`, one entry a field, in the caller's language. */
export function fieldErrors(error: z.core.$ZodError, language: Language): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  for (const issue of error.issues.flatMap(leavesOf).slice(0, 50)) {
    const field = issue.path.map(String).join(".") || "body";
    const sentence = fieldText(codeOf(issue), language);
    const known = errors[field] ?? [];
    if (!known.includes(sentence)) errors[field] = [...known, sentence];
  }
  return errors;
}
