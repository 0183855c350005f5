import { describe, expect, test } from "vitest";
import { manualClock } from "#testing/manual-clock.ts";
import { until } from "#testing/until.ts";
import { type CardForm, emptyCardForm } from "../card/card-rules.ts";
import { createAppliedPurchases } from "./applied-purchases.ts";
import { countUp } from "./count-up.ts";
import type { ProcessAnswer, StatusAnswer } from "./payment-answer.ts";
import type { PaymentOrder } from "./payment-order.ts";
import { createPaymentSession, type PaymentNeeds, type Purchase } from "./payment-session.ts";

const form: CardForm = {
  ...emptyCardForm("julia@mail.test"),
  card_number: "4242 4242 4242 4242",
  expiry: "12/29",
  cvv: "123",
  card_holder_name: "Julia Rivera",
  address1: "48 Harbor Street",
  city: "Oakland",
  state: "CA",
  zip: "94607",
  terms: true,
};
const order: PaymentOrder = {
  offer: { id: 3, tokens: 500, price: 46.99, charged: 46.99, local: null, promo: false },
  form,
};
const otherOrder: PaymentOrder = { ...order, form: { ...form, city: "Berkeley" } };

const paid: ProcessAnswer = {
  status: 200,
  body: { success: true, status: "completed", fan_balance: 600, transaction_id: "t1" },
};
const waiting: ProcessAnswer = {
  status: 200,
  body: { success: true, status: "pending", fan_balance: 100, transaction_id: "t1" },
};
const declined: ProcessAnswer = {
  status: 200,
  body: {
    success: false,
    status: "failed",
    fan_balance: 100,
    transaction_id: "t1",
    message: "Card declined",
  },
};
const lost: ProcessAnswer = { status: 0, body: { code: "network", message: "timed out" } };
const status = (state: "pending" | "completed" | "failed"): StatusAnswer => ({
  status: 200,
  body: { success: state !== "failed", status: state, fan_balance: 600, transaction_id: "t1", message: "" },
});
const unknownPayment: StatusAnswer = { status: 404, body: { code: "not_found", message: "not found" } };
const refused = (code: number, body?: object) => ({ status: code, body }) as unknown as ProcessAnswer;

/** A checkout whose answers the test decides, with everything it did written down. */
function checkout(answers: ProcessAnswer[], statuses: StatusAnswer[] = []) {
  const clock = manualClock("2026-11-21T12:00:00Z");
  const seen = {
    posts: [] as { body: Parameters<PaymentNeeds["process"]>[0]; key: string }[],
    asked: [] as string[],
    told: [] as string[],
    unsaid: [] as string[],
    purchases: [] as Purchase[],
    waits: [] as number[],
    gone: [] as string[],
    closed: 0,
  };
  const page = { token: true };
  let keys = 0;
  const session = createPaymentSession({
    clock,
    process: async (body, key) => {
      seen.posts.push({ body, key });
      return answers.shift() ?? lost;
    },
    page: async () => ({ status: 0, body: { code: "network", message: "timed out" } }),
    status: async (id) => {
      seen.asked.push(id);
      return (statuses.length > 1 ? statuses.shift() : statuses[0]) ?? unknownPayment;
    },
    hasToken: () => page.token,
    newKey: () => `key-${++keys}`,
    tell(problem) {
      seen.told.push(problem.kind);
      return () => seen.unsaid.push(problem.kind);
    },
    wait: (seconds) => seen.waits.push(seconds),
    succeeded: (purchase) => seen.purchases.push(purchase),
    go: (url) => seen.gone.push(url),
    close: () => {
      seen.closed += 1;
    },
  });
  return { clock, session, seen, page };
}

/** Lets a poll ask and its answer arrive. */
async function nextQuestion(c: ReturnType<typeof checkout>) {
  const before = c.seen.asked.length;
  c.clock.advance(2_000);
  await until(() => c.seen.asked.length > before, "a question for the state");
  await Promise.resolve();
  await Promise.resolve();
}

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

  test("R-PAY-33: a completed sale tells the new balance and its tokens, then closes", async () => {
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
    expect(c.session.state.get().phase).toBe("redirecting");
    expect(c.seen.told).toEqual([]);
  });

  test("R-PAY-35, R-ERR-08: any other answer says its problem, stays open and leaves the balance alone", async () => {
    const c = checkout([declined]);
    await c.session.pay(order);
    expect(c.seen.told).toEqual(["unsuccessful"]);
    expect(c.seen.purchases).toEqual([]);
    expect(c.seen.closed).toBe(0);
    expect(c.session.state.get()).toMatchObject({ phase: "ready", problem: { kind: "unsuccessful" } });
    c.session.dismissProblem();
    expect(c.session.state.get()).toMatchObject({ phase: "ready", problem: null });
  });
});

describe("problems", () => {
  test.each([
    ["R-ERR-03", refused(400, { message: "Declined" }), { kind: "server_message", message: "Declined" }],
    ["R-ERR-04", refused(500, {}), { kind: "server_status", status: 500 }],
    [
      "R-ERR-04",
      refused(502, { code: "unreadable", message: "HTTP 502" }),
      { kind: "server_status", status: 502 },
    ],
    ["R-ERR-04", refused(500), { kind: "server_status", status: 500 }],
    ["R-ERR-07", refused(422, { message: "Bad zip" }), { kind: "validation", message: "Bad zip" }],
    ["R-ERR-07", refused(422, {}), { kind: "validation", message: null }],
    [
      "R-ERR-05",
      refused(200, { success: false, message: "a", error: "b" }),
      { kind: "unsuccessful", message: "a" },
    ],
    ["R-ERR-05", refused(200, { success: false, error: "b" }), { kind: "unsuccessful", message: "b" }],
    ["R-ERR-05", refused(200, { success: false }), { kind: "unsuccessful", message: null }],
    ["R-PAY-35", refused(200, { success: true, status: "failed" }), { kind: "unsuccessful", message: null }],
  ])("%s: %j is said as %j", async (_, answer, problem) => {
    const c = checkout([answer]);
    await c.session.pay(order);
    expect(c.session.state.get().problem).toEqual(problem);
    expect(c.session.state.get().phase).toBe("ready");
    expect(c.seen.closed).toBe(0);
  });

  test("R-ERR-02, R-AMB-62: an ended session is said once and closes the modal", async () => {
    const c = checkout([refused(401, { message: "Unauthenticated" })]);
    await c.session.pay(order);
    expect(c.seen.told).toEqual(["session_expired"]);
    expect(c.seen.closed).toBe(1);
  });

  test("R-ERR-06, R-AMB-37: without a token nothing is sent", async () => {
    const c = checkout([paid]);
    c.page.token = false;
    await c.session.pay(order);
    expect(c.seen.posts).toEqual([]);
    expect(c.seen.told).toEqual(["no_token"]);
    expect(c.session.state.get().phase).toBe("ready");
  });
});

describe("a wait", () => {
  const limited = (fields: object) =>
    refused(429, { code: "too_many_payments", message: "later", ...fields });

  test("R-OPEN-92: a refusal that names a time is counted down in the form, said nowhere else, and the same order goes out after it", async () => {
    const c = checkout([limited({ retry_after: 2400 }), paid]);
    await c.session.pay(order);
    expect(c.seen.waits).toEqual([2400]);
    expect(c.seen.told).toEqual([]);
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
    expect(c.seen.told).toEqual(["unsuccessful"]);
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
    expect(c.seen.told).toEqual(["server_message", "server_message"]);
  });

  test("R-OPEN-28: an offer that was bought in another tab is said in the server's words", async () => {
    const c = checkout([refused(409, { code: "promo_used", message: "used" })]);
    await c.session.pay(order);
    expect(c.session.state.get().problem).toEqual({ kind: "offer_used", message: "used" });
  });
});

describe("one intent, one sale", () => {
  test("R-PAY-32: a retry of the same form after a fault of the server repeats key and order", async () => {
    const c = checkout([refused(500), paid]);
    await c.session.pay(order);
    c.clock.advance(5_000);
    await c.session.pay(order);
    expect(c.seen.posts.map((post) => post.key)).toEqual(["key-1", "key-1"]);
    expect(c.seen.posts[1]?.body.orderid).toBe(c.seen.posts[0]?.body.orderid);
  });

  test("R-PAY-32: a changed form is another intent", async () => {
    const c = checkout([refused(500), paid]);
    await c.session.pay(order);
    c.clock.advance(5_000);
    await c.session.pay(otherOrder);
    expect(c.seen.posts.map((post) => post.key)).toEqual(["key-1", "key-2"]);
    expect(c.seen.posts[1]?.body.orderid).not.toBe(c.seen.posts[0]?.body.orderid);
  });

  test("R-PAY-35: after a decline the same form is another intent, and the word of the decline is taken back", async () => {
    const c = checkout([declined, paid]);
    await c.session.pay(order);
    expect(c.seen.unsaid).toEqual([]);
    await c.session.pay(order);
    expect(c.seen.unsaid).toEqual(["unsuccessful"]);
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
    expect(c.session.state.get()).toMatchObject({ phase: "pending", unheard: true });
    await nextQuestion(c);
    expect(c.session.state.get()).toMatchObject({ phase: "pending", unheard: false });
  });

  test("R-AMB-61: a pending sale that is declined later says so", async () => {
    const c = checkout([waiting], [status("failed")]);
    await c.session.pay(order);
    await nextQuestion(c);
    expect(c.session.state.get()).toMatchObject({ phase: "ready", problem: { kind: "unsuccessful" } });
  });

  test("R-PAY-56: after 20 seconds the fan may ask herself, after 60 the page stops asking, and no sale is sent again", async () => {
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
    expect(c.session.state.get()).toMatchObject({ phase: "pending", unheard: true });
    await nextQuestion(c);
    expect(c.seen.asked[0]).toMatch(/^TKN_\d+$/);
    expect(c.seen.purchases).toHaveLength(1);
    expect(c.seen.posts).toHaveLength(1);
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

describe("live events", () => {
  const event: Purchase = { new_balance: 600, tokens: 500, transaction_id: "t1" };

  test("R-PAY-41, R-LIVE-14: a purchase that arrives while the form is open closes it", () => {
    const c = checkout([]);
    c.session.arrived(event);
    expect(c.seen.closed).toBe(1);
    expect(c.seen.purchases).toEqual([]);
  });

  test("R-PAY-41, R-AMB-30: an event before the answer completes the sale once", async () => {
    const c = checkout([paid]);
    const sale = c.session.pay(order);
    c.session.arrived(event);
    await sale;
    expect(c.seen.purchases).toEqual([event]);
    c.clock.advance(1_200);
    expect(c.seen.closed).toBe(1);
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
