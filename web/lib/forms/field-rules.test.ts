import { describe, expect, test } from "vitest";
import { login, password } from "#contract/accounts.ts";
import { emailAddress } from "#contract/fields.ts";
import { loginForm, registerForm } from "#web/lib/forms/field-rules.ts";
import { fieldErrorMessage } from "./field-errors.ts";

const proper = {
  model: false,
  login: "nico7",
  email: "nico@example.com",
  password: "secret1",
  password_confirmation: "secret1",
  over_18: true,
  accept_terms: true,
  accept_privacy: true,
  accept_creator_agreement: false,
};

function problems(change: Partial<typeof proper>): Record<string, string> {
  const result = registerForm.safeParse({ ...proper, ...change });
  if (result.success) return {};
  return Object.fromEntries(
    result.error.issues.toReversed().map(({ path, message }) => [path.join("."), message]),
  );
}

describe("sign-up rules", () => {
  test("a proper form passes", () => {
    expect(problems({})).toEqual({});
  });

  test.each([
    ["R-AUTH-09", { login: "  " }, { login: "required" }],
    ["R-AUTH-13", { login: "ab" }, { login: "min_3" }],
    ["R-AUTH-13", { login: "a".repeat(31) }, { login: "max_30" }],
    ["R-AUTH-10", { login: "ana maria" }, { login: "login_characters" }],
    ["R-AUTH-10", { login: "ñandú" }, { login: "login_characters" }],
    ["R-AUTH-11", { email: "nico@" }, { email: "email_format" }],
    ["R-AUTH-11", { email: "nico@example" }, { email: "email_format" }],
    ["R-AUTH-13", { password: "12345", password_confirmation: "12345" }, { password: "min_6" }],
    ["R-AUTH-12", { password_confirmation: "secret2" }, { password_confirmation: "passwords_differ" }],
    ["R-AUTH-09", { password_confirmation: "" }, { password_confirmation: "required" }],
    ["R-AUTH-07", { over_18: false }, { over_18: "consent_required" }],
    [
      "R-AUTH-07",
      { accept_terms: false, accept_privacy: false },
      { accept_terms: "consent_required", accept_privacy: "consent_required" },
    ],
    ["R-AUTH-08", { model: true }, { accept_creator_agreement: "consent_required" }],
  ])("%s: %o is refused with %o", (_id, change, expected) => {
    expect(problems(change)).toEqual(expected);
  });

  test("R-AUTH-13: the limits themselves are allowed", () => {
    expect(problems({ login: "abc" })).toEqual({});
    expect(problems({ login: "a".repeat(30) })).toEqual({});
    expect(problems({ password: "123456", password_confirmation: "123456" })).toEqual({});
  });

  test("R-AUTH-12: differing passwords are shown even while other fields are still empty", () => {
    expect(problems({ login: "", password_confirmation: "other99" })).toEqual({
      login: "required",
      password_confirmation: "passwords_differ",
    });
  });
});

test("R-AUTH-09: signing in asks for both fields", () => {
  const result = loginForm.safeParse({ login: "", password: "" });
  expect(result.error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
    ["login", "required"],
    ["password", "required"],
  ]);
});

test("R-AUTH-13, R-AUTH-14: codes become sentences, and the server's own sentences stay", () => {
  expect(fieldErrorMessage("min_6")).toBe("at least 6 characters");
  expect(fieldErrorMessage("max_30")).toBe("no more than 30 characters");
  expect(fieldErrorMessage("email_taken")).toBe("email already taken");
  expect(fieldErrorMessage("not this one")).toBe("not this one");
  expect(fieldErrorMessage(undefined)).toBeNull();
});

test("R-AUTH-11, R-AUTH-13: the page and the server accept and refuse the same user names, passwords and addresses", () => {
  const emails = [
    "a@b.co",
    "o'hara+x@mail.example.com",
    "a..b@mail.com",
    ".a@b.com",
    "a@-b.com",
    "ñ@b.com",
    "a@b.c",
  ];
  for (const email of [...emails, `${"a".repeat(180)}@example.com`])
    expect(emailAddress().safeParse(email).success, email).toBe(problems({ email }).email === undefined);
  for (const name of ["abc", "ab", "a".repeat(30), "a".repeat(31), "ñandú", "nico_7"])
    expect(login.safeParse(name).success, name).toBe(problems({ login: name }).login === undefined);
  for (const chosen of ["12345", "123456", "x".repeat(72), "x".repeat(73)])
    expect(password.safeParse(chosen).success, chosen).toBe(
      problems({ password: chosen, password_confirmation: chosen }).password === undefined,
    );
});
