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
  refused,
  status,
  unknownPayment,
  waiting,
} from "#testing/web/checkout/payment-session.ts";
import type { ProcessAnswer, StatusAnswer } from "./payment-answer.ts";

describe("a wait", () => {
  const limited = (fields: object) =>
    refused(429, { code: "too_many_payments", message: "later", ...fields });

  test("R-OPEN-92: a refusal that names a time is counted down in the form, said nowhere else, and the same order goes out after it", async () => {
    const c = checkout([limited({ retry_after: 2400 }), paid]);
    await c.session.pay(order);
    expect(c.seen.waits).toEqual([2400]);
    expect(c.seen.notified).toEqual([]);
    expect(c.session.state.get()).toMatchObject({ phase: "ready", problem: null });
    await c.session.pay(order);
    expect(c.seen.posts.map((post) => post.key)).toEqual(["key-1", "key-1"]);
  });

  test("R-OPEN-92, R-PAY-35: the decline that was one too many is said in a toast, and the wait in the form", async () => {
    const c = checkout([
      { ...declined, body: { ...declined.body, retry_after: 3600 } } as ProcessAnswer,
      paid,
    ]);
    await c.session.pay(order);
    expect(c.seen.waits).toEqual([3600]);
    expect(c.seen.notified).toEqual(["unsuccessful"]);
    expect(c.session.state.get()).toMatchObject({ phase: "ready", problem: null });
    await c.session.pay(order);
    expect(c.seen.posts.map((post) => post.key)).toEqual(["key-1", "key-2"]);
  });

  test("R-OPEN-92: a sale that waited for its bank and was declined may be the one too many", async () => {
    const last = { ...status("failed"), body: { ...status("failed").body, retry_after: 60 } } as StatusAnswer;
    const c = checkout([waiting], [last]);
    await c.session.pay(order);
    await nextQuestion(c);
    expect(c.seen.waits).toEqual([60]);
    expect(c.session.state.get()).toMatchObject({ phase: "ready", problem: null });
  });

  test("R-OPEN-92: too many cards in a day keep nobody from paying with one of them", async () => {
    const c = checkout([limited({ code: "too_many_cards", retry_after: 7200 }), limited({})]);
    await c.session.pay(order);
    await c.session.pay(order);
    expect(c.seen.waits).toEqual([]);
    expect(c.seen.notified).toEqual(["server_message", "server_message"]);
  });

  test("R-OPEN-28: an offer that was bought in another tab is said in the server's words", async () => {
    const c = checkout([refused(409, { code: "promo_used", message: "used" })]);
    await c.session.pay(order);
    expect(c.session.state.get().problem).toEqual({ kind: "offer_used", message: "used" });
  });
});

describe("one intent, one sale", () => {
  const formAgain = (c: ReturnType<typeof checkout>) =>
    until(() => c.session.state.get().phase === "ready", "the form");

  test("R-PAY-32: a sale that went through although the server failed is not made again by a changed form", async () => {
    const c = checkout([refused(503, { code: "unavailable", message: "away" })], [status("completed")]);
    await c.session.pay(order);
    await c.session.pay(otherOrder);
    await until(() => c.seen.purchases.length > 0, "the purchase");
    expect(c.seen.posts).toHaveLength(1);
    expect(c.seen.notified).toEqual([]);
  });

  test("R-PAY-32: a retry of the same form after a fault of the server repeats key and order", async () => {
    const c = checkout([refused(500), paid]);
    await c.session.pay(order);
    await formAgain(c);
    c.clock.advance(5_000);
    await c.session.pay(order);
    expect(c.seen.posts.map((post) => post.key)).toEqual(["key-1", "key-1"]);
    expect(c.seen.posts[1]?.body.orderid).toBe(c.seen.posts[0]?.body.orderid);
  });

  test("R-PAY-32, R-OPEN-31: the same card by another token of the gateway's own fields is the same order", async () => {
    const c = checkout([lost, paid], [unknownPayment]);
    await c.session.pay(order, async () => "first");
    for (let question = 0; question < 3; question += 1) await nextQuestion(c);
    expect(c.session.state.get()).toMatchObject({ phase: "ready", problem: { kind: "not_found" } });
    await c.session.pay(order, async () => "second");
    expect(c.seen.posts.map(({ key, body }) => [key, body.payment_token])).toEqual([
      ["key-1", "first"],
      ["key-1", "second"],
    ]);
    expect(c.seen.posts[1]?.body.orderid).toBe(c.seen.posts[0]?.body.orderid);
  });

  test("R-PAY-32: a changed form is another intent", async () => {
    const c = checkout([refused(500), paid]);
    await c.session.pay(order);
    await formAgain(c);
    c.clock.advance(5_000);
    await c.session.pay(otherOrder);
    expect(c.seen.posts.map((post) => post.key)).toEqual(["key-1", "key-2"]);
    expect(c.seen.posts[1]?.body.orderid).not.toBe(c.seen.posts[0]?.body.orderid);
  });

  test("R-PAY-35: after a decline the same form is another intent, and the word of the decline is taken back", async () => {
    const c = checkout([declined, paid]);
    await c.session.pay(order);
    expect(c.seen.dismissed).toEqual([]);
    await c.session.pay(order);
    expect(c.seen.dismissed).toEqual(["unsuccessful"]);
    expect(c.seen.posts.map((post) => post.key)).toEqual(["key-1", "key-2"]);
  });

  test.each([409, 429])(
    "R-PAY-32: after %i the first try may still count, so the key stays",
    async (code) => {
      const c = checkout([refused(code, { message: "wait" }), paid]);
      await c.session.pay(order);
      await c.session.pay(order);
      expect(c.seen.posts.map((post) => post.key)).toEqual(["key-1", "key-1"]);
    },
  );
});

describe("an outcome that takes its time", () => {
  test("R-AMB-61, R-PAY-56: a pending sale is no failure; its state is asked every 2 seconds until it is decided", async () => {
    const c = checkout([waiting], [status("pending"), status("pending"), status("completed")]);
    await c.session.pay(order);
    expect(c.session.state.get()).toMatchObject({ phase: "pending", problem: null });
    c.clock.advance(1_999);
    expect(c.seen.asked).toEqual([]);
    for (let question = 0; question < 3; question += 1) await nextQuestion(c);
    expect(c.seen.asked).toEqual(["t1", "t1", "t1"]);
    expect(c.seen.purchases).toEqual([{ new_balance: 600, tokens: 500, transaction_id: "t1" }]);
    expect(c.seen.posts).toHaveLength(1);
  });

  test("R-PAY-56: once the server knows the order again, it is the bank that is waited for", async () => {
    const c = checkout([lost], [unknownPayment, status("pending")]);
    await c.session.pay(order);
    await nextQuestion(c);
    expect(c.session.state.get()).toMatchObject({ phase: "pending", unanswered: true });
    await nextQuestion(c);
    expect(c.session.state.get()).toMatchObject({ phase: "pending", unanswered: false });
  });

  test("R-AMB-61: a pending sale that is declined later says so", async () => {
    const c = checkout([waiting], [status("failed")]);
    await c.session.pay(order);
    await nextQuestion(c);
    expect(c.session.state.get()).toMatchObject({ phase: "ready", problem: { kind: "unsuccessful" } });
  });

  test("R-PAY-56: after 20 seconds the fan may ask themselves, after 60 the page stops asking, and no sale is sent again", async () => {
    const c = checkout([waiting], [status("pending")]);
    await c.session.pay(order);
    expect(c.session.state.get().slow).toBe(false);
    for (let question = 0; question < 10; question += 1) await nextQuestion(c);
    expect(c.session.state.get()).toMatchObject({ phase: "pending", slow: true });
    for (let question = 0; question < 20; question += 1) await nextQuestion(c);
    c.clock.advance(2_000);
    expect(c.session.state.get()).toMatchObject({ phase: "stalled", slow: true });
    const asked = c.seen.asked.length;
    c.clock.advance(60_000);
    expect(c.seen.asked).toHaveLength(asked);
    c.session.checkStatus();
    await nextQuestion(c);
    expect(c.seen.asked).toHaveLength(asked + 1);
    expect(c.seen.posts).toHaveLength(1);
  });

  test("R-PAY-56: when the answer is lost the order's state is asked, never the sale repeated", async () => {
    const c = checkout([lost], [status("completed")]);
    await c.session.pay(order);
    expect(c.session.state.get()).toMatchObject({ phase: "pending", unanswered: true });
    await nextQuestion(c);
    expect(c.seen.asked[0]).toMatch(/^TKN_\d+$/);
    expect(c.seen.purchases).toHaveLength(1);
    expect(c.seen.posts).toHaveLength(1);
  });

  test("R-PAY-34, R-PAY-56: the status of a sale whose answer was lost leads on to the bank's page", async () => {
    const url = "https://pay.test/3ds";
    const asked = { ...status("pending").body, requires_redirect: true, checkout_url: url };
    const c = checkout([lost], [status("pending"), { status: 200, body: asked } as StatusAnswer]);
    await c.session.pay(order);
    await nextQuestion(c);
    expect(c.seen.gone).toEqual([]);
    await nextQuestion(c);
    expect(c.seen.gone).toEqual([url]);
    expect(c.session.state.get()).toMatchObject({ phase: "redirecting", problem: null });
  });

  test("R-PAY-32: a lost sale that nobody knows may be placed again as the same intent", async () => {
    const c = checkout([lost, paid], [unknownPayment]);
    await c.session.pay(order);
    await nextQuestion(c);
    await nextQuestion(c);
    expect(c.session.state.get().phase).toBe("pending");
    await nextQuestion(c);
    expect(c.session.state.get()).toMatchObject({ phase: "ready", problem: { kind: "not_found" } });
    await c.session.pay(order);
    expect(c.seen.posts.map((post) => post.key)).toEqual(["key-1", "key-1"]);
  });

  test("R-PAY-10: a closed checkout forgets its order and asks no more", async () => {
    const c = checkout([waiting], [status("completed")]);
    await c.session.pay(order);
    c.session.dispose();
    c.clock.advance(120_000);
    expect(c.seen.asked).toEqual([]);
    expect(c.session.state.get()).toMatchObject({ phase: "closed", problem: null });
    c.session.open();
    expect(c.session.state.get()).toMatchObject({ phase: "ready", purchase: null });
  });
});
