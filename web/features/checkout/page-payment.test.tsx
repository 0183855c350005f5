// @vitest-environment happy-dom
import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { closePage, fanProfile, inTurn, type Reply } from "#testing/component/page.tsx";
import { openCheckout, order, proceed, radio } from "#testing/web/checkout/checkout.tsx";
import { packages } from "#testing/web/checkout/packages.ts";
import { scriptedClient } from "#testing/web/scripted-server.ts";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import type { RealtimeClient } from "#web/lib/realtime/realtime-client.ts";
import { profileQuery } from "#web/lib/session/viewer.ts";

const buy = "POST /api/directa24/buy-tokens";
const page: Reply = {
  status: 200,
  body: { redirectUrl: "http://provider.test/checkout/1", transaction_id: "t1" },
};
const status = (state: "pending" | "completed" | "cancelled", message = ""): Reply => ({
  status: 200,
  body: { success: state !== "cancelled", status: state, fan_balance: 600, transaction_id: "t1", message },
});

afterEach(() => {
  vi.useRealTimers();
  closePage();
});

/** The checkout of a Colombian fan at its second step: 100 tokens by PSE. */
async function openRegional(answers: Record<string, unknown>) {
  const priced = packages.map((pack) => ({
    ...pack,
    local_price: pack.price * 4000,
    local_currency: "COP",
  }));
  const checkout = openCheckout({
    viewer: { isColombian: true },
    answers: {
      "GET /api/token-packages": {
        success: true,
        data: {
          packages: priced,
          promo: null,
          descriptor: "FNL",
          open: true,
          card: "fields",
          hosted_fields: null,
          regional_countries: [],
          saves_cards: false,
          retry_after: null,
        },
      },
      ...answers,
    } as never,
  });
  await checkout.user.click(await screen.findByRole("radio", { name: /^100 Tokens/ }));
  await checkout.user.click(radio("Local"));
  await checkout.user.click(radio("PSE"));
  await checkout.user.click(proceed());
  return checkout;
}

const agree = () => screen.getByRole("checkbox", { name: /18 or older/ });

/** The message of our own result page from inside the frame. */
const frameSays = (data: object, origin = location.origin) =>
  act(async () => {
    window.dispatchEvent(new MessageEvent("message", { data, origin }));
  });

test("R-PAY-36, R-PAY-49, R-OPEN-33: a package is paid by PSE in pesos on the provider's page in the dialog", async () => {
  const checkout = await openRegional({
    [buy]: () => page,
    "GET /api/payments/status/{id}": () => status("completed"),
  });
  expect(order()).toHaveProperty("disabled", true);
  await checkout.user.click(agree());
  expect(order().textContent).toContain("$39.960 COP");
  await checkout.user.click(order());
  const frame = await screen.findByTitle<HTMLIFrameElement>("Provider’s payment page");
  expect(frame.src).toBe("http://provider.test/checkout/1");
  const [sent] = checkout.callsOf(buy);
  expect(sent?.body).toEqual({ id: 1, paymentMethodCode: "PC" });
  expect(sent?.headers.get("idempotency-key")).toBeTruthy();

  await frameSays({ kind: "payment-decided", id: "t1" }, "http://provider.test");
  await frameSays({ kind: "payment-decided", id: "another" });
  expect(screen.getByTitle("Provider’s payment page")).toBeTruthy();
  await frameSays({ kind: "payment-decided", id: "t1" });
  expect(await screen.findByText("100 tokens are yours")).toBeTruthy();
});

test("R-PAY-36: a payment cancelled on the provider's page leads back to the form, and says so", async () => {
  const checkout = await openRegional({
    [buy]: () => page,
    "GET /api/payments/status/{id}": () => status("cancelled", "The payment was canceled."),
  });
  await checkout.user.click(agree());
  await checkout.user.click(order());
  await screen.findByTitle("Provider’s payment page");
  await frameSays({ kind: "payment-decided", id: "t1" });
  expect((await screen.findByRole("alert")).textContent).toContain("The payment was canceled.");
  expect(order()).toHaveProperty("disabled", false);
});

test("R-PAY-36, R-PAY-56: who asks for the state keeps the provider's page, until the payment is decided", async () => {
  const state = "GET /api/payments/status/{id}";
  const checkout = await openRegional({
    [buy]: () => page,
    [state]: inTurn(status("pending"), status("pending"), status("completed")),
  });
  await checkout.user.click(agree());
  await checkout.user.click(order());
  const frame = await screen.findByTitle("Provider’s payment page");
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
  const check = screen.getByRole("button", { name: "Check status" });
  await checkout.user.click(check);
  for (let asked = 1; asked <= 2; asked++) {
    await waitFor(() => expect(checkout.callsOf(state)).toHaveLength(asked));
    expect(screen.getByTitle("Provider’s payment page")).toBe(frame);
    expect(check.getAttribute("aria-busy")).toBe("true");
    await act(async () => void vi.advanceTimersByTime(2_000));
  }
  expect(await screen.findByText("100 tokens are yours")).toBeTruthy();
});

test("R-PAY-36, R-PAY-56: a page whose payment nobody decides stays, and its state can be asked for again", async () => {
  const state = "GET /api/payments/status/{id}";
  const checkout = await openRegional({ [buy]: () => page, [state]: () => status("pending") });
  await checkout.user.click(agree());
  await checkout.user.click(order());
  const frame = await screen.findByTitle("Provider’s payment page");
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
  const check = screen.getByRole("button", { name: "Check status" });
  await checkout.user.click(check);
  for (let second = 0; second < 64; second += 2) await act(async () => void vi.advanceTimersByTime(2_000));
  expect(screen.getByTitle("Provider’s payment page")).toBe(frame);
  const asked = checkout.callsOf(state).length;
  await checkout.user.click(check);
  await waitFor(() => expect(checkout.callsOf(state)).toHaveLength(asked + 1));
});

test.each([
  ["refuses", { status: 409, body: { code: "method_refused", message: "no" } }],
  ["has no page for", { status: 200, body: {} }],
])(
  "R-ERR-14: a method that the provider %s opens the Oops modal, and the next try is a new one",
  async (_what, refused) => {
    const checkout = await openRegional({ [buy]: inTurn(refused, page) });
    await checkout.user.click(agree());
    await checkout.user.click(order());
    const modal = within(await screen.findByRole("dialog", { name: "Oops" }));
    expect(
      modal.getByText(
        "Your account is not allowed to use this payment method, please try a different one or contact support for more information.",
      ),
    ).toBeTruthy();
    expect(checkout.toasts()).toEqual([]);
    await checkout.user.click(modal.getByRole("button", { name: "OK" }));
    await checkout.user.click(order());
    await screen.findByTitle("Provider’s payment page");
    const keys = checkout.callsOf(buy).map(({ headers }) => headers.get("idempotency-key"));
    expect(new Set(keys).size).toBe(2);
  },
);

test.each([
  [403, "spending_paused", "You’re on a spending break."],
  [503, "overloaded", "Fanlight is very busy."],
  [503, "purchases_closed", "You can’t buy tokens yet."],
  [503, "gateway_away", "The payment provider does not answer."],
  [503, "unavailable", "The service is briefly unavailable."],
  [500, "failed", "Something went wrong."],
  [403, "email_unconfirmed", "Please confirm your email."],
])(
  "a page refused with %i %s is explained in the server's words, not as a method's fault",
  async (...row) => {
    const [code, name, message] = row;
    const refused = { status: code, body: { code: name, message } };
    const checkout = await openRegional({ [buy]: inTurn(refused, page) });
    await checkout.user.click(agree());
    await checkout.user.click(order());
    expect((await screen.findByRole("alert")).textContent).toContain(message);
    expect(screen.queryByRole("dialog", { name: "Oops" })).toBeNull();
    await checkout.user.click(order());
    await screen.findByTitle("Provider’s payment page");
  },
);

test("R-OPEN-29: after an answer that was lost the same page is asked for again by the same key", async () => {
  const checkout = await openRegional({ [buy]: inTurn({ status: 0, body: {} }, page) });
  await checkout.user.click(agree());
  await checkout.user.click(order());
  expect((await screen.findByRole("alert")).textContent).toContain("We lost the connection");
  await checkout.user.click(order());
  await screen.findByTitle("Provider’s payment page");
  const keys = checkout.callsOf(buy).map(({ headers }) => headers.get("idempotency-key"));
  expect(new Set(keys).size).toBe(1);
});

const balanceNow = () => browserQueryClient().getQueryData(profileQuery.queryKey)?.balance;
const cardGateway = "POST /api/fan/card-gateway/buy-tokens";

/** The checkout of a fan who pays by card in the gateway's own form, its order placed: 100 tokens. */
async function orderInForm(answer: Reply, live?: RealtimeClient) {
  const checkout = openCheckout({
    live,
    answers: {
      "GET /api/token-packages": {
        success: true,
        data: {
          packages,
          promo: null,
          descriptor: "FNL",
          open: true,
          card: "form",
          hosted_fields: null,
          regional_countries: [],
          saves_cards: false,
          retry_after: null,
        },
      },
      [cardGateway]: () => answer,
      "GET /api/payments/status/{id}": () => status("completed"),
    },
  });
  await checkout.user.click(await screen.findByRole("radio", { name: /^100 Tokens/ }));
  await checkout.user.click(proceed());
  expect(screen.queryByLabelText("Card number")).toBeNull();
  await checkout.user.click(agree());
  await checkout.user.click(order());
  return checkout;
}

test("R-PAY-37, R-PAY-38, R-PAY-39, R-AMB-33, R-OPEN-31: where card numbers are not taken, a card is paid in the gateway's own form, whose answer has the balance", async () => {
  const body = { status: true, url: "http://gateway.test/form", balance: 90, transaction_id: "t1" };
  const checkout = await orderInForm({ status: 200, body });
  const frame = await screen.findByTitle<HTMLIFrameElement>("Provider’s payment page");
  expect(frame.src).toBe("http://gateway.test/form");
  expect(checkout.callsOf(cardGateway).map(({ body }) => body)).toEqual([{ id: 1 }]);
  expect(balanceNow()).toBe(90);
  await frameSays({ kind: "payment-decided", id: "t1" });
  expect(await screen.findByText("100 tokens are yours")).toBeTruthy();
});

test("R-PAY-39, R-PAY-41: the address alone opens the page of the card gateway; what it ends in comes by the live event, and nothing is asked", async () => {
  const live = scriptedClient();
  const answer = { status: true, url: "http://gateway.test/form" };
  const checkout = await orderInForm({ status: 200, body: answer }, live.client);
  const frame = await screen.findByTitle<HTMLIFrameElement>("Provider’s payment page");
  expect(frame.src).toBe("http://gateway.test/form");
  expect(screen.queryByRole("button", { name: "Check status" })).toBeNull();
  await frameSays({ kind: "payment-decided", id: "t1" });
  expect(screen.getByTitle("Provider’s payment page")).toBe(frame);
  live.client.join("person:7");
  await live.opened();
  const bought = { type: "tokens", tokens: 100, new_balance: 190, transaction_id: "t39" } as const;
  act(() =>
    live
      .latest()
      .answer(
        ["joined", "person:7", "e", 0],
        ["event", "main-channel", "person:7", 1, "CallbackBuyTokensEvent", bought],
      ),
  );
  expect(await screen.findByText("100 tokens are yours")).toBeTruthy();
  expect(checkout.calls.filter((path) => path.includes("/api/payments/status/"))).toEqual([]);
});

test.each([
  ["nothing", {}, null],
  ["no address", { status: true, balance: 90 }, 90],
  ["a refusal", { status: false, url: "http://gateway.test/form", transaction_id: "t1" }, null],
])(
  "R-PAY-38, R-PAY-40: %s in the card gateway's answer closes the checkout, and a word says that nothing was bought",
  async (_, body, balance) => {
    const checkout = await orderInForm({ status: 200, body });
    await waitFor(() => expect(checkout.onClose).toHaveBeenCalledOnce());
    expect(screen.queryByTitle("Provider’s payment page")).toBeNull();
    expect(balanceNow()).toBe(balance ?? fanProfile().balance);
    expect(checkout.toasts()).toHaveLength(1);
  },
);
