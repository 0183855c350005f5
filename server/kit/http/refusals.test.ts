import { expect, expectTypeOf, test } from "vitest";
import en from "#locales/refusals/en.json" with { type: "json" };
import es from "#locales/refusals/es.json" with { type: "json" };
import { fieldProblem, keyOf, problem } from "./problem.ts";
import { refusalCode } from "./refusal-codes.ts";
import { refusalStatus } from "./refusals.ts";

const call = { language: "es" } as const;

test("each refusal has a status and a sentence in both languages, and none is left over", () => {
  const keys = Object.keys(refusalStatus).sort();
  expect(Object.keys(en).sort()).toEqual(keys);
  expect(Object.keys(es).sort()).toEqual(keys);
  for (const text of [...Object.values(en), ...Object.values(es)]) expect(text.trim()).not.toBe("");
});

test("a refusal is the caller's to mend, but for those that name what is away or busy on our side", () => {
  const ours = Object.entries(refusalStatus).filter(([, status]) => status < 400 || status > 499);
  expect(Object.fromEntries(ours)).toEqual({
    failed: 500,
    no_answer: 502,
    files_away: 503,
    gateway_away: 503,
    no_form: 503,
    not_configured: 503,
    overloaded: 503,
    purchases_closed: 503,
    refund_unanswered: 502,
    unavailable: 503,
  });
});

test("a code that means several things is no key itself, so that nobody takes the wrong sentence for it", () => {
  // The plain key of each of these is one of several; `keyOf` selects the others.
  const owned = [
    "not_found",
    "banned",
    "muted",
    "in_show",
    "price_changed",
    "promo_used",
    "no_second_factor",
    "wrong_code",
    "unknown_item",
  ];
  const ambiguous = new Set(Object.values(refusalCode));
  expect(
    Object.keys(refusalStatus)
      .filter((key) => ambiguous.has(key))
      .sort(),
  ).toEqual(owned.sort());
});

test("an answer carries the status, the code of the wire and the sentence in the caller's language", () => {
  expect(problem(call, "tip_key_conflict")).toEqual({
    status: 409,
    body: { message: "Este identificador ya se usó para otra propina.", code: "key_conflict" },
  });
  expect(problem(call, "too_few_tokens", { needed: 5 }).body).toMatchObject({
    code: "too_few_tokens",
    needed: 5,
  });
  expect(fieldProblem(call, "login_taken", "login").body.errors).toEqual({ login: [es.login_taken] });
});

test("the status of a refusal is known to the type checker, and an unknown key or code does not compile", () => {
  expectTypeOf(problem(call, "banned").status).toEqualTypeOf<403>();
  const code = "key_reused" as "key_reused" | "own_account";
  expectTypeOf(keyOf(code, { key_reused: "action_key_reused" })).toEqualTypeOf<
    "action_key_reused" | "own_account"
  >();
  // @ts-expect-error: several refusals have this code, so it is no key
  const unknown = () => problem(call, code);
  expect(unknown).toBeTypeOf("function");
});
