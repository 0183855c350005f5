import { expect, test } from "vitest";
import type { PurchaseReceipt } from "#contract/payments.ts";
import { drawSheet } from "#server/kit/pdf/draw-sheet.ts";
import { readPdf } from "#testing/pdf-text.ts";
import { receiptSheet } from "./receipt-sheet.ts";

const receipt: PurchaseReceipt = {
  id: "9d2c1f3e-0000-4000-8000-000000000001",
  order_id: "TKN_1700000000000",
  at: "2026-11-21T12:30:00.000Z",
  tokens: 2_500,
  base_tokens: 2_000,
  bonus_tokens: 500,
  promo: true,
  amount: 839_960,
  currency: "COP",
  dollars: 209.99,
  method: { kind: "regional", name: "PSE" },
  descriptor: "FNL DIGITAL SVCS",
  returned: "refunded",
};

test("R-PAY-49, R-I18N-06: a receipt in pesos names them in the Spanish way, its dollars, its bonus, its offer and that the money went back", async () => {
  const sheet = receiptSheet(receipt, { login: "sofia", email: null }, "es");
  const { pages } = await readPdf(await drawSheet(sheet, new Date(receipt.at)));
  const text = pages.join(" ").replaceAll(/\s+/g, " ");
  for (const part of [
    "2.500 tokens",
    "2.000 tokens + 500 de bono",
    "Oferta del día",
    "Total, IVA incluido $839.960 COP",
    "Precio en dólares $209.99",
    "Pagaste con PSE",
    "Comprado por sofia",
    "Este pago se reembolsó.",
    "21 nov 2026, 12:30:00 UTC",
  ])
    expect(text).toContain(part);
});

test.each([
  ["en", "24.99 €"],
  ["es", "24,99 €"],
] as const)("R-PAY-49: euros on a receipt in %s are written %s", (language, written) => {
  const euros = { ...receipt, amount: 24.99, currency: "EUR" };
  const [, , total] = receiptSheet(euros, { login: "nico", email: null }, language).parts;
  expect(total).toMatchObject({ rows: [{ amount: written }, { amount: "$209.99" }] });
});
