import { expect, test } from "vitest";
import { purchaseEmail } from "./purchase-email.ts";

const purchase = { tokens: 1_150, amountCents: 8_999, currency: "USD" };

test.each([
  ["en", "Your receipt: 1,150 tokens", "$89.99"],
  ["es", "Tu recibo: 1150 tokens", "89,99"],
] as const)("the email of a purchase names tokens, price and receipt (%s)", (language, subject, amount) => {
  const email = purchaseEmail({ to: "a@b.co", language }, purchase, "https://x.test/settings/receipts/1");
  expect(email.subject).toBe(subject);
  expect(email.paragraphs[0]).toContain(amount);
  expect(email.action?.url).toBe("https://x.test/settings/receipts/1");
});
