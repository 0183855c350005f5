import { expect, test } from "vitest";
import { purchaseEmail } from "./purchase-email.ts";

const receipt = "https://x.test/settings/receipts/1";

test.each([
  ["en", "USD", "Your receipt: 1,150 tokens", "1,150 tokens are in your balance; you paid $89.99, VAT"],
  ["es", "USD", "Tu recibo: 1.150 tokens", "1.150 tokens están en tu saldo; pagaste $89.99, IVA"],
  ["en", "COP", "Your receipt: 1,150 tokens", "you paid $8.999 COP, VAT"],
  ["es", "COP", "Tu recibo: 1.150 tokens", "pagaste $8.999 COP, IVA"],
  ["en", "EUR", "Your receipt: 1,150 tokens", "you paid 89.99 €, VAT"],
  ["es", "EUR", "Tu recibo: 1.150 tokens", "pagaste 89,99 €, IVA"],
] as const)(
  "R-PAY-49: the email of a purchase names tokens, price and receipt as its receipt does (%s, %s)",
  (language, currency, subject, sentence) => {
    const amountCents = currency === "COP" ? 899_900 : 8_999;
    const email = purchaseEmail(
      { to: "a@b.co", language },
      { tokens: 1_150, amountCents, currency },
      receipt,
    );
    expect(email.subject).toBe(subject);
    expect(email.paragraphs[0]).toContain(sentence);
    expect(email.action?.url).toBe(receipt);
  },
);

test.each([
  ["en", "Your receipt: 1 token", "1 token is in your balance"],
  ["es", "Tu recibo: 1 token", "1 token está en tu saldo"],
] as const)("one token is named as one in the email of its purchase (%s)", (language, subject, sentence) => {
  const reader = { to: "a@b.co", language };
  const email = purchaseEmail(reader, { tokens: 1, amountCents: 10, currency: "USD" }, receipt);
  expect([email.subject, email.paragraphs[0]]).toEqual([subject, expect.stringContaining(sentence)]);
});
