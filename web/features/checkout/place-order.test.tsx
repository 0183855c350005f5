// @vitest-environment happy-dom
import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { closePage, fanProfile, inTurn, openPage, type Reply } from "#testing/component/page.tsx";
import { field, fill, openCheckout, openFilledForm, order } from "#testing/web/checkout/checkout.tsx";
import { packages } from "#testing/web/checkout/packages.ts";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { profileQuery } from "#web/lib/session/viewer.ts";
import type { PaymentState } from "./payment/payment-state.ts";
import { WaitingPanel } from "./payment/PaymentPanels.tsx";

const sale = "POST /api/payments/process";
const paid: Reply = {
  status: 200,
  body: { success: true, status: "completed", fan_balance: 100, transaction_id: "t1" },
};

afterEach(() => {
  vi.useRealTimers();
  closePage();
});

const banner = () => screen.findByRole("alert");

test("R-ERR-03, R-ERR-04, R-ERR-05, R-ERR-07, R-ERR-08: every failed answer is said in its words, in a toast and a banner that can be dismissed", async () => {
  const answers = [
    [{ status: 400, body: { message: "Declined" } }, "Error: Declined"],
    [{ status: 500, body: {} }, "Error 500: Payment failed"],
    [{ status: 422, body: { message: "Bad zip" } }, "Bad zip"],
    [{ status: 422, body: {} }, "Payment validation failed"],
    [{ status: 200, body: { success: false, message: "a", error: "b" } }, "a"],
    [{ status: 200, body: { success: false, error: "b" } }, "b"],
    [{ status: 200, body: { success: false } }, "Payment failed. Please try again."],
  ] as const;
  const page = await openFilledForm({
    answers: {
      [sale]: inTurn(...answers.map(([reply]) => reply)),
      "GET /api/payments/status/{id}": () => ({ status: 404, body: { code: "not_found", message: "no" } }),
    },
  });
  for (const [, text] of answers) {
    await page.user.click(order());
    expect((await banner()).querySelector("p")?.firstChild?.textContent).toBe(text);
    expect(page.toasts().at(-1)).toBe(text);
    await page.user.click(within(await banner()).getByRole("button", { name: "Dismiss" }));
    expect(screen.queryByRole("alert")).toBeNull();
    expect(page.toasts()).toEqual([]);
    expect(field("Card number").value).toBe("4242 4242 4242 4242");
  }
  expect(page.onClose).not.toHaveBeenCalled();
});

test("R-ERR-02: a session that ended elsewhere is said in a toast and closes the checkout", async () => {
  const ended = { status: 401, body: { message: "Unauthenticated", code: "unauthenticated" } };
  const page = await openFilledForm({ answers: { [sale]: () => ended } });
  await page.user.click(order());
  await waitFor(() => expect(page.onClose).toHaveBeenCalledOnce());
  expect(page.toasts()).toEqual(["Session expired. Please log in again."]);
});

test("R-ERR-06: who lost the session's cookie is asked to log in, and no sale is sent", async () => {
  const page = await openFilledForm({ answers: { [sale]: () => paid } });
  document.cookie = "token=; Path=/; Max-Age=0";
  await page.user.click(order());
  expect((await banner()).textContent).toContain("Authentication required. Please log in again.");
  expect(page.callsOf(sale)).toEqual([]);
});

test.each([
  [
    "R-ERR-09",
    { "GET /api/fan/profile": () => ({ status: 500 }) },
    "Failed to load user profile. Please try again.",
  ],
  [
    "R-ERR-10",
    { "GET /api/token-packages": () => ({ status: 500 }) },
    "Failed to load token packages. Please try again later.",
  ],
])("%s: a checkout that cannot be filled says why and closes", async (_row, answers, text) => {
  const page = openCheckout({ answers });
  await waitFor(() => expect(page.toasts()).toEqual([text]));
  expect(page.onClose).toHaveBeenCalledOnce();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("R-ERR-09, R-PAY-32: a profile that fails to load again leaves an open checkout, what was typed and a sale alone", async () => {
  const answered = Promise.withResolvers<Reply>();
  const profile = inTurn({ status: 200, body: fanProfile() }, { status: 500 });
  const page = await openFilledForm({
    answers: { "GET /api/fan/profile": profile, [sale]: () => answered.promise },
  });
  const refresh = () => act(() => browserQueryClient().refetchQueries(profileQuery));
  await refresh();
  expect(browserQueryClient().getQueryState(profileQuery.queryKey)?.status).toBe("error");
  expect(field("Cardholder name").value).toBe("Jo Example");
  await page.user.click(order());
  await refresh();
  answered.resolve(paid);
  await screen.findByRole("heading", { name: "100 tokens are yours" });
  expect(page.toasts(), "the panel says it, and nothing else").toEqual([]);
  expect(page.onClose).not.toHaveBeenCalled();
});

test("R-PAY-03: somebody whose session is gone is asked to log in instead of being shown packages", async () => {
  const page = openCheckout({ signedIn: false });
  await waitFor(() => expect(page.toasts()).toEqual(["Please log in to purchase tokens"]));
  expect(page.onClose).toHaveBeenCalledOnce();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("R-PAY-32, R-PAY-33: two presses on the order are one payment", async () => {
  const answered = Promise.withResolvers<Reply>();
  const page = await openFilledForm({ answers: { [sale]: () => answered.promise } });
  await page.user.dblClick(order());
  await screen.findByRole("status");
  answered.resolve(paid);
  await screen.findByRole("heading", { name: "100 tokens are yours" });
  expect(page.callsOf(sale)).toHaveLength(1);
});

test("R-OPEN-92: the wait for the next try is announced once, counted down beside it, and at its end the same form pays", async () => {
  const later = { code: "too_many_payments", message: "Later.", retry_after: 4 };
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
  const page = await openFilledForm({ answers: { [sale]: inTurn({ status: 429, body: later }, paid) } });
  await page.user.click(order());
  const timer = await screen.findByRole("timer", { name: "Time until you can try again" });
  const announced = screen.getByRole("alert").textContent;
  expect(announced).toMatch(/^Too many payment attempts\. You can try again from \d+:\d\d/);
  expect(timer.textContent).toBe("00:04");
  expect(order()).toHaveProperty("disabled", true);
  expect(page.toasts()).toEqual([]);
  act(() => void vi.advanceTimersByTime(3_000));
  expect(timer.textContent).toBe("00:01");
  expect(screen.getByRole("alert").textContent, "read aloud once").toBe(announced);
  expect(screen.getByRole("status").textContent).toBe("");
  act(() => void vi.advanceTimersByTime(1_000));
  expect(screen.getByRole("status").textContent).toBe("You can pay again now.");
  expect(screen.queryByRole("timer")).toBeNull();
  await page.user.click(order());
  await screen.findByRole("heading", { name: "100 tokens are yours" });
});

test("R-OPEN-92: a wait that has begun before the page was loaded is counted down as soon as the checkout opens", async () => {
  const data = { packages, promo: null, descriptor: "FNL", open: true, card: "fields", hosted_fields: null };
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
  openCheckout({
    language: "es",
    answers: { "GET /api/token-packages": { success: true, data: { ...data, retry_after: 40 } } as never },
  });
  const timer = await screen.findByRole("timer");
  expect(timer.textContent).toBe("00:40");
  act(() => void vi.advanceTimersByTime(3_000));
  expect(timer.textContent).toBe("00:37");
});

test("R-PAY-32: an order that never left is found missing, and placing it again is the same order", async () => {
  const page = await openFilledForm({
    answers: {
      [sale]: inTurn({ status: 0 }, paid),
      "GET /api/payments/status/{id}": () => ({ status: 404, body: { code: "not_found", message: "" } }),
    },
  });
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
  await page.user.click(order());
  await screen.findByRole("heading", { name: "No answer yet" });
  for (let asked = 1; asked <= 3; asked++) {
    await act(async () => void vi.advanceTimersByTime(2_000));
    expect(page.callsOf("GET /api/payments/status/{id}")).toHaveLength(asked);
  }
  expect((await banner()).textContent).toMatch(/^We couldn’t find this payment\./);
  vi.useRealTimers();
  await page.user.click(order());
  await screen.findByRole("heading", { name: "100 tokens are yours" });
  const [first, second] = page.callsOf(sale);
  expect(second?.headers.get("idempotency-key")).toBe(first?.headers.get("idempotency-key"));
  expect(second?.body).toEqual(first?.body);
});

const pending = { success: true, status: "pending", fan_balance: 0, transaction_id: "t1" };

test.each([
  ["is lost on its way", { status: 0 }, "No answer yet"],
  ["is lost at the processor", { status: 200, body: pending }, "Waiting for your bank"],
])(
  "R-PAY-31, R-PAY-32: a sale whose answer %s waits, and is credited later without a second one",
  async (_where, answer, title) => {
    const state = "GET /api/payments/status/{id}";
    const still = { status: 200, body: { ...pending, message: "" } };
    const known = { status: 200, body: { ...still.body, status: "completed", fan_balance: 100 } };
    const page = await openFilledForm({ answers: { [sale]: () => answer, [state]: inTurn(still, known) } });
    vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
    await page.user.click(order());
    await screen.findByRole("heading", { name: title });
    await act(async () => void vi.advanceTimersByTime(2_000));
    await screen.findByRole("heading", { name: "Waiting for your bank" });
    await act(async () => void vi.advanceTimersByTime(2_000));
    await screen.findByRole("heading", { name: "100 tokens are yours" });
    expect(page.callsOf(state)).toHaveLength(2);
    expect(page.callsOf(sale)).toHaveLength(1);
  },
);

test.each([
  ["en", "Waiting for your bank", "You won’t be charged twice."],
  ["es", "Esperando a tu banco", "No se te cobrará dos veces."],
] as const)(
  "R-PAY-31: who waits for the bank reads that nothing is charged twice (%s)",
  (language, title, note) => {
    const state = { phase: "pending", unanswered: false, slow: false } as PaymentState;
    openPage(<WaitingPanel state={state} onCheck={() => {}} />, {}, { language });
    expect(screen.getByRole("status").textContent).toContain(title);
    expect(screen.getByRole("status").textContent).toContain(note);
  },
);

test("R-PAY-29, R-PAY-35: after a decline what was typed stays, and another card goes out as an order of its own", async () => {
  const declined = { success: false, status: "failed", fan_balance: 0, transaction_id: "t0" };
  const page = await openFilledForm({ answers: { [sale]: inTurn({ status: 200, body: declined }, paid) } });
  await page.user.click(order());
  expect((await banner()).textContent).toContain("Nothing was charged.");
  expect(field("Cardholder name").value).toBe("Jo Example");
  fill("Card number", "4111111111111111");
  await page.user.click(order());
  await screen.findByRole("heading", { name: "100 tokens are yours" });
  const keys = page.callsOf(sale).map(({ headers }) => headers.get("idempotency-key"));
  expect(new Set(keys).size).toBe(2);
});
