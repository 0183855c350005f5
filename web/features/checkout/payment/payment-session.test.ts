import { describe, expect, test } from "vitest";
import { until } from "#testing/until.ts";
import {
  checkout,
  declined,
  lost,
  nextQuestion,
  order,
  otherOrder,
  paid,
  status,
  waiting,
} from "#testing/web/checkout/payment-session.ts";
import type { ProcessAnswer, StatusAnswer } from "./payment-answer.ts";
import type { Purchase } from "./payment-state.ts";
import { countUp } from "./PaymentPanels.tsx";
import { createAppliedPurchases } from "./use-payment.ts";

describe("a sale", () => {
  test("R-PAY-31, R-PAY-48, R-ENT-07: exactly the fields of the payment request are sent, in USD, without spaces", async () => {
    const c = checkout([paid]);
    await c.session.pay(order);
    const body = c.seen.posts[0]?.body;
    expect(body).toEqual({
      payment_type: "token_purchase",
      currency: "USD",
      package_id: 3,
      amount: 46.99,
      card_holder_name: "Julia Rivera",
      email: "julia@mail.test",
      phone: "",
      address1: "48 Harbor Street",
      city: "Oakland",
      state: "CA",
      zip: "94607",
      country: "US",
      card_number: "4242424242424242",
      card_expiry_month: "12",
      card_expiry_year: "29",
      card_cvc: "123",
      payment: "creditcard",
      orderdescription: "500 tokens",
      orderid: "TKN_1795262400000",
    });
    expect(body?.orderid).toMatch(/^TKN_\d+$/);
  });

  test("R-PAY-47, R-PAY-52: the promo is sent with the price of the footer", async () => {
    const c = checkout([paid]);
    await c.session.pay({
      ...order,
      offer: { id: 90, tokens: 250, price: 19.99, charged: 17.99, local: null, promo: true },
    });
    expect(c.seen.posts[0]?.body).toMatchObject({ package_id: 90, amount: 17.99 });
  });

  test("R-PAY-32: while one sale is under way a second click sends nothing", async () => {
    const c = checkout([paid]);
    const first = c.session.pay(order);
    expect(c.session.state.get().phase).toBe("processing");
    await c.session.pay(order);
    await first;
    expect(c.seen.posts).toHaveLength(1);
    expect(c.session.state.get().phase).toBe("completed");
  });

  test("R-PAY-33: a completed sale reports the new balance and its tokens, then closes", async () => {
    const c = checkout([paid]);
    await c.session.pay(order);
    expect(c.seen.purchases).toEqual([{ new_balance: 600, tokens: 500, transaction_id: "t1" }]);
    expect(c.seen.closed).toBe(0);
    c.clock.advance(1_200);
    expect(c.seen.closed).toBe(1);
    expect(c.session.state.get()).toMatchObject({ phase: "closed", purchase: null });
  });

  test("R-PAY-34: an answer that needs a redirect leaves for the checkout's address", async () => {
    const url = "https://pay.test/3ds";
    const c = checkout([
      { ...waiting, body: { ...waiting.body, requires_redirect: true, checkout_url: url } } as ProcessAnswer,
    ]);
    await c.session.pay(order);
    expect(c.seen.gone).toEqual([url]);
    expect(c.session.state.get()).toMatchObject({ phase: "redirecting", leadsTo: url });
    expect(c.seen.notified).toEqual([]);
  });

  const led = { ...waiting.body, requires_redirect: true, checkout_url: "https://pay.test/3ds" };

  test("R-PAY-34, R-PAY-56: who stays although they were led to the bank's page learns what became of the sale", async () => {
    const c = checkout(
      [{ status: 200, body: led } as ProcessAnswer],
      [{ status: 200, body: led } as StatusAnswer, status("completed")],
    );
    await c.session.pay(order);
    await nextQuestion(c);
    expect(c.session.state.get().phase).toBe("redirecting");
    expect(c.seen.gone).toHaveLength(1);
    await nextQuestion(c);
    expect(c.seen.purchases).toEqual([{ new_balance: 600, tokens: 500, transaction_id: "t1" }]);
    expect(c.session.state.get()).toMatchObject({ phase: "completed", leadsTo: null });
  });

  test("R-PAY-34: after a minute on the way to the bank's page the fan may ask themselves", async () => {
    const c = checkout(
      [{ status: 200, body: led } as ProcessAnswer],
      [{ status: 200, body: led } as StatusAnswer],
    );
    await c.session.pay(order);
    for (let question = 0; question < 30; question += 1) await nextQuestion(c);
    c.clock.advance(2_000);
    expect(c.session.state.get()).toMatchObject({ phase: "stalled", leadsTo: null, slow: true });
  });

  test("R-PAY-32: a token of the card is made while the sale is under way, and without one nothing is sent", async () => {
    const c = checkout([paid]);
    const { promise, resolve } = Promise.withResolvers<string | null>();
    const sale = c.session.pay(order, () => promise);
    expect(c.session.state.get().phase).toBe("processing");
    await c.session.pay(otherOrder);
    resolve(null);
    await sale;
    expect(c.session.state.get()).toMatchObject({ phase: "ready", problem: { kind: "card_refused" } });
    expect(c.seen.posts).toEqual([]);
    await c.session.pay(order, async () => "token");
    expect(c.seen.posts.map(({ body }) => body.payment_token)).toEqual(["token"]);
  });

  test("R-PAY-35, R-ERR-08: any other answer says its problem, stays open and leaves the balance alone", async () => {
    const c = checkout([declined]);
    await c.session.pay(order);
    expect(c.seen.notified).toEqual(["unsuccessful"]);
    expect(c.seen.purchases).toEqual([]);
    expect(c.seen.closed).toBe(0);
    expect(c.session.state.get()).toMatchObject({ phase: "ready", problem: { kind: "unsuccessful" } });
    c.session.dismissProblem();
    expect(c.session.state.get()).toMatchObject({ phase: "ready", problem: null });
  });
});

describe("live events", () => {
  const event: Purchase = { new_balance: 600, tokens: 500, transaction_id: "t1" };

  test("R-PAY-41, R-AMB-30: an event before the answer completes the sale once", async () => {
    const c = checkout([paid]);
    const sale = c.session.pay(order);
    c.session.arrived(event);
    await sale;
    expect(c.seen.purchases).toEqual([event]);
    c.clock.advance(1_200);
    expect(c.seen.closed).toBe(1);
  });

  test("R-PAY-41: a purchase that arrives after the answer was lost has the order asked about at once", async () => {
    const c = checkout([lost], [status("completed")]);
    await c.session.pay(order);
    c.session.arrived(event);
    expect(c.seen.purchases).toEqual([]);
    await until(() => c.seen.purchases.length > 0, "the purchase");
    expect(c.seen.asked).toEqual(["TKN_1795262400000"]);
    expect(c.seen.purchases).toEqual([event]);
  });

  test("R-AMB-30: a transaction counts once, whichever way it is learnt", () => {
    const applied = createAppliedPurchases();
    expect(applied.apply("t1")).toBe(true);
    expect(applied.apply("t1")).toBe(false);
    expect(applied.apply(7)).toBe(true);
    expect(applied.apply("7")).toBe(false);
    expect(applied.apply(null)).toBe(true);
    for (let id = 0; id < 150; id += 1) applied.apply(`later-${id}`);
    expect(applied.apply("later-149")).toBe(false);
  });
});

test("R-PAY-33, R-PAY-50: the balance counts up over 600 ms in whole tokens and ends at the new one", () => {
  expect(countUp(100, 600, 0, 600)).toBe(100);
  expect(countUp(100, 600, 600, 600)).toBe(600);
  expect(countUp(100, 600, 9_999, 600)).toBe(600);
  const middle = countUp(100, 600, 300, 600);
  expect(middle).toBeGreaterThan(100);
  expect(middle).toBeLessThan(600);
  expect(Number.isInteger(middle)).toBe(true);
});
