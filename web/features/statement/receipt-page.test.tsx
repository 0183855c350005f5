// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { closePage, openPage } from "#testing/component/page.tsx";
import { ReceiptPage } from "./ReceiptPage.tsx";

afterEach(() => {
  closePage();
  vi.unstubAllGlobals();
});

const receipt = {
  id: "9d2c1f3e-0000-4000-8000-000000000001",
  order_id: "TKN_1700000000000",
  at: "2026-11-21T12:30:00.000Z",
  tokens: 250,
  base_tokens: 200,
  bonus_tokens: 50,
  promo: false,
  amount: 99_960,
  currency: "COP",
  dollars: 24.99,
  method: { kind: "regional", name: "PC" },
  descriptor: "FNL DIGITAL SVCS",
  returned: null,
} as const;

test("R-PAY-49: a receipt names what was bought and charged, in pesos with the price in dollars, and can be printed", async () => {
  const print = vi.fn<() => void>();
  vi.stubGlobal("print", print);
  const page = openPage(<ReceiptPage id={receipt.id} />, { "GET /api/payments/receipt/{id}": receipt });
  await screen.findByRole("heading", { name: "Receipt" });
  const sheet = screen.getByRole("article").textContent;
  for (const text of ["TKN_1700000000000", "250 tokens", "$99.960 COP", "$24.99", "PC", "FNL DIGITAL SVCS"])
    expect(sheet).toContain(text);
  await page.user.click(screen.getByRole("button", { name: "Print" }));
  expect(print).toHaveBeenCalledOnce();
  const fetched = vi.fn<typeof fetch>(async () => new Response("%PDF", { status: 200 }));
  vi.stubGlobal("fetch", fetched);
  await page.user.click(screen.getByRole("button", { name: "Download PDF" }));
  expect(fetched.mock.calls[0]?.[0]).toBe(`/api/payments/receipt/${receipt.id}/pdf`);
});

test.each([
  ["", "/settings/statement"],
  ["?type=purchase&to=2026-11-21", "/settings/statement?type=purchase&to=2026-11-21"],
  ["?type=nonsense&page=2", "/settings/statement"],
])("the way back from a receipt at %j leads to %s", async (query, back) => {
  openPage(
    <ReceiptPage id={receipt.id} />,
    { "GET /api/payments/receipt/{id}": receipt },
    { at: `/settings/receipts/${receipt.id}${query}` },
  );
  await screen.findByRole("article");
  expect(screen.getByRole("link", { name: "Back to statement" }).getAttribute("href")).toBe(back);
});

test("a receipt that is nobody's or somebody else's is said not to be found", async () => {
  openPage(<ReceiptPage id="nothing" />, {
    "GET /api/payments/receipt/{id}": () => ({
      status: 404,
      body: { code: "payment_not_found", message: "" },
    }),
  });
  await waitFor(() =>
    expect(screen.getByRole("alert").textContent).toContain("We couldn’t find this receipt in your account"),
  );
});
