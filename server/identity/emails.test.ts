import { expect, test } from "vitest";
import { confirmMail } from "./emails.ts";
import type { Reachable } from "./store/email-links-store.ts";

const account = { login: "jo", email: "jo@example.test", language: "en", role: "fan", status: "active" };

/** The text of the mail that asks to confirm the address of this account. */
const asked = (change: Partial<Record<keyof typeof account, string>>) =>
  confirmMail({ ...account, ...change } as Reachable, "https://fan.example/confirm").paragraphs.join(" ");

test.each(["en", "es"])("R-ACCT-17: a fan's first address is promised 5 tokens (%s)", (language) => {
  expect(asked({ language })).toContain("5 tokens");
});

test.each(["en", "es"])("tokens are promised to nobody who gets none (%s)", (language) => {
  for (const nobody of [{ role: "model" }, { role: "admin" }, { status: "pended" }])
    expect(asked({ language, ...nobody })).not.toContain("token");
});
