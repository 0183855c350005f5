import { expect, test } from "vitest";
import { z } from "zod";
import { fieldErrors } from "./issues.ts";

const order = z.object({
  mode: z.enum(["private", "vip"]),
  kind: z.literal("show"),
  rate: z.int(),
  terms: z.literal(true, "consent_required"),
});

/** What is wrong with a body, in a language. */
function errorsOf(body: unknown, language: "en" | "es") {
  const parsed = order.safeParse(body, { reportInput: true });
  return parsed.error ? fieldErrors(parsed.error, language) : null;
}

test("a field that is left out is required, whatever kind of value it takes; a consent says so itself", () => {
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
