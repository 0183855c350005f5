import { expect, test } from "vitest";
import { z } from "zod";
import en from "#locales/refusals/fields.en.json" with { type: "json" };
import es from "#locales/refusals/fields.es.json" with { type: "json" };
import { fieldErrors, fieldText, fileTooLarge } from "./issues.ts";

const order = z.object({
  mode: z.enum(["private", "vip"]),
  kind: z.literal("show"),
  rate: z.int(),
  terms: z.literal(true, "consent_required"),
});

/** The errors of a body, in a language. */
function errorsOf(body: unknown, language: "en" | "es") {
  const parsed = order.safeParse(body, { reportInput: true });
  return parsed.error ? fieldErrors(parsed.error, language) : null;
}

test("a field that is left out is required, whatever kind of value it takes; a consent has its own message", () => {
  expect(errorsOf({}, "en")).toEqual({
    mode: ["required field"],
    kind: ["required field"],
    rate: ["required field"],
    terms: ["please accept to continue"],
  });
  expect(errorsOf({ rate: 1, terms: true }, "es")).toEqual({
    mode: ["campo obligatorio"],
    kind: ["campo obligatorio"],
  });
});

test("a value that is none of those allowed is invalid, null among them", () => {
  for (const wrong of ["promo", null, 1])
    expect(errorsOf({ mode: wrong, kind: wrong, rate: 1, terms: true }, "en")).toEqual({
      mode: ["invalid value"],
      kind: ["invalid value"],
    });
  expect(errorsOf({ mode: "vip", kind: "show", rate: 1, terms: true }, "en")).toBeNull();
});

test("every sentence beside a field exists in both languages, with the same places to fill", () => {
  const places = (texts: Record<string, string>) =>
    Object.fromEntries(Object.entries(texts).map(([code, text]) => [code, text.match(/\{\w+\}/g)]));
  expect(places(es)).toEqual(places(en));
  for (const text of [...Object.values(en), ...Object.values(es)]) expect(text.trim()).not.toBe("");
});

test("a bound stands in its sentence as the language writes numbers", () => {
  expect(fieldText("min_3", "en")).toBe("at least 3 characters");
  expect(fieldText("max_5000", "es")).toBe("no más de 5000 caracteres");
  expect(fieldText("tokens_max_1000000", "en")).toBe("1,000,000 tokens at most");
  expect(fieldText("tokens_max_1000000", "es")).toBe("1.000.000 tokens como máximo");
  expect(fileTooLarge(1.5 * 1024 * 1024, "en")).toBe("the file can be up to 1.5 MB");
  expect(fileTooLarge(1.5 * 1024 * 1024, "es")).toBe("el archivo puede pesar hasta 1,5 MB");
  expect(fieldText("no_such_code", "es")).toBe("valor no válido");
});
