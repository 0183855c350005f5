import { afterEach, expect, test } from "vitest";
import { m } from "#web/paraglide/messages.js";
import { overwriteGetLocale } from "#web/paraglide/runtime.js";

afterEach(() => overwriteGetLocale(() => "en"));

const counted = (count: number) => ({ count, amount: String(count) });

/** The texts of one and of two, of every message that counts something. */
const messages: Record<string, (count: number) => string> = {
  open: (count) => m.admin_open_tickets({ count, overdue: 0 }),
  fans: (count) => m.admin_fans(counted(count)),
  tokens: (count) => m.admin_tokens(counted(count)),
  refund: (count) => m.admin_refund_text(counted(count)).split(".", 1)[0] ?? "",
  spent: (count) => m.spending_spent(counted(count)),
  limit: (count) => m.spending_spent_of({ count, spent: "0", limit: String(count) }),
  show: (count) => m.studio_show_over_earned({ ...counted(count), name: "Jo" }),
  request: (count) => m.studio_request_accept_of({ count, name: "Jo", rate: String(count) }),
  lasts: (count) => m.consent_lasts({ ...counted(count), time: "1:00" }),
  short: (count) => m.consent_too_few({ count, needed: String(count), balance: "0" }),
  reason: (count) => m.pay_reason_needed({ count, needed: String(count), balance: "0" }),
};

test.each([
  ["en", /\b1 (open|fan|token)\b/, /\b2 (open|fans|tokens)\b/],
  ["es", /\b1 (abierto|fan|token)\b/, /\b2 (abiertos|fans|tokens)\b/],
] as const)("one of something is not written as several are (%s)", (language, one, two) => {
  overwriteGetLocale(() => language);
  for (const [name, message] of Object.entries(messages)) {
    expect(message(1), name).toMatch(one);
    expect(message(2), name).toMatch(two);
  }
});

test.each([
  [
    "en",
    ["1 buyer their 1 token", "1 buyer their 2 tokens", "2 buyers their 1 token", "2 buyers their 2 tokens"],
  ],
  [
    "es",
    [
      "1 token a 1 comprador",
      "2 tokens a 1 comprador",
      "1 token a 2 compradores",
      "2 tokens a 2 compradores",
    ],
  ],
] as const)("buyers and their tokens are counted apart (%s)", (language, sentences) => {
  overwriteGetLocale(() => language);
  const said = [1, 2].flatMap((buyers) =>
    [1, 2].map((tokens) =>
      m.admin_refund_buyers({ buyers, people: String(buyers), tokens, amount: String(tokens) }),
    ),
  );
  for (const [at, sentence] of sentences.entries())
    expect(`${said[at]} `).toMatch(new RegExp(`${sentence}[ ]`));
});
