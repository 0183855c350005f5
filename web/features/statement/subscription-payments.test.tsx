// @vitest-environment happy-dom
import { screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { SubscriptionPayment } from "#contract/subscription-payments.ts";
import { closePage, fanProfile, openPage } from "#testing/component/page.tsx";
import { SubscriptionPaymentsPage } from "./SubscriptionPaymentsPage.tsx";
import { SubscriptionReceiptPage } from "./SubscriptionReceiptPage.tsx";

afterEach(closePage);

const renewal: SubscriptionPayment = {
  id: 12,
  at: "2026-12-21T00:10:00.000Z",
  model: { login: "luna", name: "Luna" },
  renewal: true,
  amount: 9.99,
  currency: "USD",
  free_tokens: 1_200,
  from: "2026-12-21T00:00:00.000Z",
  to: "2027-01-20T00:00:00.000Z",
  provider: "CommerceGate",
  transaction_id: "cgt-777",
  gateway_subscription_id: "cg555",
  descriptor: "FNL DIGITAL SVCS",
  returned: null,
};
const first: SubscriptionPayment = {
  ...{ ...renewal, id: 7, at: "2026-11-21T12:00:00.000Z", renewal: false, returned: "refunded" },
  ...{ from: "2026-11-21T00:00:00.000Z", to: "2026-12-21T00:00:00.000Z", free_tokens: 0 },
  model: { login: "", name: "" },
};
const page = (data: SubscriptionPayment[]) => ({
  data,
  links: { next: null },
  meta: { current_page: 1, last_page: 1 },
});

test.each([
  [
    "en",
    "Dec 21, 2026 to Jan 20, 2027 (UTC) · Renewal · 1,200 tokens included",
    "First payment",
    "Refunded",
    "No longer here",
  ],
  [
    "es",
    "Del 21 dic 2026 al 20 ene 2027 (UTC) · Renovación · Con 1.200 tokens incluidos",
    "Primer pago",
    "Reembolsado",
    "Ya no está aquí",
  ],
] as const)(
  "R-PAY-49: the statement has every payment for a subscription with the way to its receipt (%s)",
  async (language, days, began, returned, gone) => {
    openPage(
      <SubscriptionPaymentsPage />,
      { "GET /api/fan/subscription-payments": page([renewal, first]) },
      { language },
    );
    const [newest, oldest] = await screen.findAllByRole("listitem");
    if (!newest || !oldest) throw new Error("two months are listed");
    for (const text of ["Luna", days, "$9.99"]) expect(newest.textContent).toContain(text);
    for (const text of [gone, began, returned]) expect(oldest.textContent).toContain(text);
    expect(newest.textContent).not.toContain(returned);
    expect(within(newest).getByRole("link").getAttribute("href")).toBe("/settings/receipts/subscriptions/12");
  },
);

test("who never paid for a subscription is shown that, and led to them", async () => {
  openPage(<SubscriptionPaymentsPage />, { "GET /api/fan/subscription-payments": page([]) });
  await screen.findByText("No subscription payments yet");
  expect(screen.getByRole("link", { name: "Subscriptions" })).toBeTruthy();
});

test.each([
  [
    "en",
    [
      "Receipt",
      "Subscription to Luna",
      "Card, on CommerceGate’s page",
      "Total, VAT included",
      "renews until you cancel",
    ],
  ],
  [
    "es",
    [
      "Recibo",
      "Suscripción a Luna",
      "Tarjeta, en la página de CommerceGate",
      "Total, IVA incluido",
      "Se renueva hasta que la canceles",
    ],
  ],
] as const)(
  "R-PAY-49: the receipt of a payment names what was paid, for which days and how, and can be printed and kept (%s)",
  async (language, texts) => {
    const print = vi.fn<() => void>();
    vi.stubGlobal("print", print);
    const open = openPage(
      <SubscriptionReceiptPage id={12} />,
      { "GET /api/fan/subscription-payments/{id}": renewal, "GET /api/fan/profile": fanProfile() },
      { language },
    );
    await screen.findByRole("article");
    const sheet = screen.getByRole("article").textContent;
    for (const text of [...texts, "$9.99", "cgt-777", "cg555", "FNL DIGITAL SVCS"])
      expect(sheet).toContain(text);
    await open.user.click(screen.getByRole("button", { name: /^(Print|Imprimir)$/ }));
    expect(print).toHaveBeenCalledOnce();
    const fetched = vi.fn<typeof fetch>(async () => new Response("%PDF", { status: 200 }));
    vi.stubGlobal("fetch", fetched);
    await open.user.click(screen.getByRole("button", { name: /PDF/ }));
    expect(fetched.mock.calls[0]?.[0]).toBe("/api/fan/subscription-payments/12/pdf");
  },
);

test.each([
  ["en", "Subscription to a former model", "1 token included"],
  ["es", "Suscripción a una cuenta cerrada", "Con 1 token incluido"],
] as const)(
  "the receipt names a model who has left in a sentence, and one token as one (%s)",
  async (language, item, tokens) => {
    openPage(
      <SubscriptionReceiptPage id={7} />,
      {
        "GET /api/fan/subscription-payments/{id}": { ...first, free_tokens: 1 },
        "GET /api/fan/profile": fanProfile(),
      },
      { language },
    );
    const sheet = await screen.findByRole("article");
    for (const text of [item, tokens]) expect(sheet.textContent).toContain(text);
  },
);

test("a receipt that is nobody's or somebody else's is said not to be found", async () => {
  openPage(<SubscriptionReceiptPage id={9} />, {
    "GET /api/fan/subscription-payments/{id}": () => ({
      status: 404,
      body: { code: "payment_not_found", message: "" },
    }),
  });
  expect((await screen.findByRole("alert")).textContent).toContain(
    "We couldn’t find this receipt in your account",
  );
});
