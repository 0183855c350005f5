// @vitest-environment happy-dom
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { AdminPayment, AdminPaymentDetails } from "#contract/admin-payments.ts";
import { closePage, openPage } from "#testing/component/page.tsx";
import { PaymentPage } from "./PaymentPage.tsx";
import { PaymentsPage } from "./PaymentsPage.tsx";

afterEach(closePage);

const at = "2026-11-20T10:00:00.000Z";
const pesos: AdminPayment = {
  ...{ kind: "tokens", model: null },
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
  expect((await screen.findByRole("link", { name: /^ana/ })).textContent).toContain("$99.960 COP");
  expect(screen.getByRole("link", { name: /^leo/ }).textContent).toContain("$24.99");
  closePage();

  const details: AdminPaymentDetails = {
    ...pesos,
    consent: { version: "1", at, address: "10.0.0.1" },
    ...{ balance: 250, refunded: 0, asked_back: 0, debt: 0, account: "open", events: [] },
  };
  const { user } = openPage(<PaymentPage id="p1" />, { "GET /api/admin/payments/{id}": details });
  expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe("$99.960 COP");
  await user.click(screen.getByRole("button", { name: /refund/i }));
  expect((await screen.findByRole("dialog")).textContent).toContain("$99.960 COP");
});

const details = (change: Partial<AdminPaymentDetails>): AdminPaymentDetails => ({
  ...pesos,
  ...{ amount: 10.99, currency: "USD", tokens: 100 },
  ...{
    consent: { version: "1", at, address: "10.0.0.1" },
    balance: 250,
    refunded: 0,
    asked_back: 0,
    debt: 0,
  },
  ...{ account: "open", events: [] },
  ...change,
});

test("R-OPEN-42: staff read what a gateway was asked to give back and has not answered for", async () => {
  openPage(<PaymentPage id="p1" />, { "GET /api/admin/payments/{id}": details({ asked_back: 4 }) });
  const label = await screen.findByText("Refund requested, no answer yet");
  expect(label.parentElement?.textContent).toContain("$4.00");
});

test("R-OPEN-42: staff give all that is left of a payment back, or a part that they type, and read how many tokens go", async () => {
  const refund = "POST /api/admin/payments/{id}/refund";
  const payment = details({ refunded: 5 });
  const { user, callsOf } = openPage(<PaymentPage id="p1" />, {
    "GET /api/admin/payments/{id}": payment,
    [refund]: payment,
  });
  await user.click(await screen.findByRole("button", { name: "Refund" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(screen.getByRole("dialog").textContent).toContain("$5.99 to ana");
  await user.type(dialog.getByLabelText("Reason"), "half of it failed");
  const field = dialog.getByLabelText("Amount");
  for (const [typed, isWrong] of [
    ["6", true],
    ["0", true],
    ["five", true],
    ["1,5", false],
  ] as const) {
    await user.clear(field);
    await user.type(field, typed);
    await user.click(dialog.getByRole("button", { name: "Refund" }));
    await waitFor(() => expect(dialog.queryByText("Enter an amount up to $5.99.") !== null).toBe(isWrong));
    if (!isWrong) break;
    expect(callsOf(refund)).toEqual([]);
  }
  await waitFor(() =>
    expect(callsOf(refund).map(({ body }) => body)).toEqual([{ reason: "half of it failed", amount: 1.5 }]),
  );
});

test("R-OPEN-42: the page of a payment shows a closed account, its debt, and whom a subscription is to", async () => {
  const subscription = details({
    ...{ id: "sub-4", kind: "subscription", model: "Luna", order_id: "cg77", tokens: 0, refundable: false },
    ...{ state: "succeeded", gateway: "commercegate", account: "closed", debt: 40 },
  });
  openPage(<PaymentPage id="sub-4" />, { "GET /api/admin/payments/{id}": subscription });
  await screen.findByText("Closed");
  for (const text of ["40 tokens", "Subscription to Luna", "cg77"])
    expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getByText(/in commercegate's own office: look up transaction cg77/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Refund" })).toBeNull();
});

test("R-OPEN-42: staff give a subscription's payment back and read what goes with it: nothing for a part, days and tokens for the whole", async () => {
  const refund = "POST /api/admin/payments/{id}/refund";
  const payment = details({
    ...{ id: "sub-4", kind: "subscription", model: "Luna", order_id: "cg77", tokens: 25, amount: 9.99 },
    ...{ gateway: "commercegate", refunded: 2, asked_back: 3 },
    events: [
      ...[
        { to: "refund_asked", source: "staff" },
        { to: "refund_refused", source: "gateway" },
      ].map((event) => ({ ...event, from: "succeeded", verdict: "applied" as const, detail: "1.00", at })),
    ],
  });
  const { user, callsOf } = openPage(<PaymentPage id="sub-4" />, {
    "GET /api/admin/payments/{id}": payment,
    [refund]: payment,
  });
  for (const text of ["Refund requested", "Refund refused"])
    expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.queryByText(/own office/)).toBeNull();
  await user.click(screen.getByRole("button", { name: "Refund" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByRole("alert").textContent).toContain(
    "A refund of $3.00 was requested and commercegate hasn’t answered",
  );
  expect(dialog.getByText(/paid days end now, nothing renews, and 25 tokens are deducted/)).toBeTruthy();
  await user.type(dialog.getByLabelText("Amount"), "4");
  expect(dialog.getByText(/Paid days, renewal and tokens don’t change/)).toBeTruthy();
  await user.type(dialog.getByLabelText("Reason"), "half of it failed");
  await user.click(dialog.getByRole("button", { name: "Refund" }));
  await waitFor(() =>
    expect(callsOf(refund).map(({ body }) => body)).toEqual([{ reason: "half of it failed", amount: 4 }]),
  );
});
