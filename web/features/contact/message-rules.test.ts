import { expect, test } from "vitest";
import { contactMessage, removalRequest } from "#contract/support.ts";
import { emptyMessage, issuesOf, type MessageForm } from "./message-rules.ts";

const client_id = "0b9f1f0e-6a1e-4a4e-9c6e-2f1d1c7f7a55";
const whole: MessageForm = {
  ...emptyMessage,
  name: "Ana",
  email: "ana@example.test",
  url: "https://fan.example/stream/luna",
  reason: "copyright",
  message: "This picture is mine.",
};

test("R-OPEN-88: the form finds wrong what the server finds wrong, and nothing else", () => {
  const changes: Partial<MessageForm>[] = [
    {},
    { name: " " },
    { name: "x".repeat(101) },
    { email: "" },
    { email: "ana@" },
    { email: "ñ@example.test" },
    { email: "ana@example..test" },
    { email: " ana@example.test " },
    { message: "short" },
    { message: "x".repeat(5_001) },
    { message: `  ${"x".repeat(5_000)}  ` },
    { message: "🌶".repeat(5_000) },
    { message: `${"🌶".repeat(9)}  ` },
    { url: "" },
    { url: "/stream/luna" },
    { url: "luna" },
    { url: `https://${"x".repeat(500)}` },
    { reason: "minor", name: "", email: "" },
    { reason: "minor", email: "no address" },
    { reason: "other", name: "" },
  ];
  for (const change of changes) {
    const form = { ...whole, ...change };
    const wrong = removalRequest.safeParse({ ...form, client_id });
    const fields = new Set(wrong.error?.issues.map(({ path }) => String(path[0])));
    expect(Object.keys(issuesOf(form, true)).toSorted(), JSON.stringify(change)).toEqual(
      [...fields].toSorted(),
    );
  }
});

test("R-OPEN-88: a plain message needs neither an address of a page nor a reason", () => {
  const plain = { ...whole, url: "", reason: "" as const };
  expect(issuesOf(plain, false)).toEqual({});
  expect(contactMessage.safeParse({ ...plain, client_id }).success).toBe(true);
  expect(issuesOf(plain, true)).toEqual({ reason: "choose", url: "required" });
  const withCard = { ...plain, message: "Why was 4242 4242 4242 4242 charged twice?" };
  expect(issuesOf(withCard, false)).toEqual({ message: "card_number_in_text" });
  expect(contactMessage.safeParse({ ...withCard, client_id }).success).toBe(false);
});

test("R-LEGAL-08: who reports a suspected minor need not say who they are", () => {
  const unnamed = { ...whole, name: "", email: "" };
  expect(issuesOf({ ...unnamed, reason: "minor" }, true)).toEqual({});
  expect(issuesOf(unnamed, true)).toEqual({ name: "required", email: "required" });
});
