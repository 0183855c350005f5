// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { AdminPayment, AdminPaymentDetails } from "#contract/admin-payments.ts";
import { closePage, openPage } from "#testing/component/page.tsx";
import { PaymentPage } from "./PaymentPage.tsx";
import { PaymentsPage } from "./PaymentsPage.tsx";

afterEach(closePage);

const at = "2026-11-20T10:00:00.000Z";
const pesos: AdminPayment = {
  ...{ id: "p1", order_id: "TKN_1", fan_id: 7, fan: "ana", state: "succeeded", tokens: 250 },
  ...{ amount: 99_960, currency: "COP", card: null, gateway: "directa24", created_at: at, refundable: true },
};
const list = (data: unknown[]) => ({
  data,
  links: { next: null },
  meta: { current_page: 1, last_page: 1 },
});

test("R-PAY-49: staff read a payment in pesos as pesos, in the list and where it is given back", async () => {
  const dollars = { ...pesos, id: "p2", fan: "leo", amount: 24.99, currency: "USD" };
  openPage(<PaymentsPage />, {
    "GET /api/admin/payments": list([pesos, dollars]),
    "GET /api/admin/chargebacks": { data: [] },
    "GET /api/admin/debts": list([]),
  } as never);
  expect((await screen.findByRole("link", { name: /^ana/ })).textContent).toContain("$99.960,00 COP");
  expect(screen.getByRole("link", { name: /^leo/ }).textContent).toContain("$24.99");
  closePage();

  const details: AdminPaymentDetails = {
    ...pesos,
    consent: { version: "1", at, address: "10.0.0.1" },
    ...{ balance: 250, events: [] },
  };
  const { user } = openPage(<PaymentPage id="p1" />, { "GET /api/admin/payments/{id}": details });
  expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe("$99.960,00 COP");
  await user.click(screen.getByRole("button", { name: /refund/i }));
  expect((await screen.findByRole("dialog")).textContent).toContain("$99.960,00 COP");
});
