import { expect, test } from "vitest";
import type { SubscriptionPayment } from "#contract/subscription-payments.ts";
import { modelWords } from "./model-words.ts";
import { receiptEmail } from "./receipt-email.ts";
import { paymentSheet } from "./receipt-sheet.ts";
import { renewalEmail } from "./renewal-email.ts";
import { tokensText } from "./term-text.ts";

const payment: SubscriptionPayment = {
  id: 12,
  at: "2026-12-21T00:10:00.000Z",
  model: { login: "luna", name: "Luna" },
  renewal: true,
  amount: 9.99,
  currency: "USD",
  free_tokens: 1,
  from: "2026-12-21T00:00:00.000Z",
  to: "2027-01-20T00:00:00.000Z",
  provider: "CommerceGate",
  transaction_id: "cgt-777",
  gateway_subscription_id: "cg555",
  descriptor: "FNL DIGITAL SVCS",
  returned: null,
};
const url = "http://shop.test/receipt";
const buyer = { login: "nico", email: null };

test.each([
  [
    "en",
    ["1 token included", "1 token comes with it.", "1 included token is in your balance."],
    ["1 token every 30 days", "1 token right away with every payment"],
  ],
  [
    "es",
    ["Con 1 token incluido", "Con el pago recibes 1 token.", "El token incluido está en tu saldo."],
    ["1 token cada 30 días", "1 token al instante con cada pago"],
  ],
] as const)(
  "one free token of a subscription is written in the singular, in receipts, mails and what is agreed to (%s)",
  (language, [onSheet, before, after], terms) => {
    const reader = { to: "fan@fans.test", language, model: modelWords(language, "Luna"), url };
    const renewal = { months: 1, priceCents: 999, freeTokens: 1, renewsAt: new Date(payment.to) } as const;
    expect(JSON.stringify(paymentSheet(payment, buyer, language))).toContain(`"${onSheet}"`);
    expect(renewalEmail({ ...reader, ...renewal }).paragraphs).toContain(before);
    expect(receiptEmail({ ...reader, renews: true }, payment).paragraphs).toContain(after);
    expect([tokensText(language, 1, 1), tokensText(language, 3, 1)].flat()).toEqual(terms);
  },
);

test.each([
  ["en", "Subscription to a former model"],
  ["es", "Suscripción a una cuenta cerrada"],
] as const)("the receipt of a subscription to a model who has left is a sentence (%s)", (language, item) => {
  const nameless = { ...payment, model: { login: "", name: "" } };
  expect(JSON.stringify(paymentSheet(nameless, buyer, language))).toContain(`"${item}"`);
});
