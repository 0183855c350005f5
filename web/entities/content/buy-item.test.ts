import { expect, test } from "vitest";
import { createApi } from "#web/lib/api/api.ts";
import { type BuyOutcome, buyItem, createBuySession } from "./buy-item.ts";
import { openVideo } from "./testing/item.ts";

type Sent = { path: string; body: unknown; key: string | undefined };

/** An API that answers the same to whatever is asked, and remembers what it was. */
function answering(status: number, body: unknown) {
  const sent: Sent[] = [];
  const api = createApi({
    async transport({ path, headers, body: text }) {
      sent.push({ path, body: JSON.parse(String(text)), key: headers["idempotency-key"] });
      return { status, text: JSON.stringify(body) };
    },
    token: () => null,
    language: () => "en",
  });
  return { api, sent };
}

const order = { id: 5, price: 50, key: "k1" };
const refusal = { message: "No.", code: "no" };

test("R-CONTENT-02, R-CONTENT-03: a video and a post are bought by their own calls, at the price on show", async () => {
  const { api, sent } = answering(200, { success: true, balance: 950, item: openVideo });
  expect(await buyItem(api, "video", order)).toEqual({ ok: true, balance: 950, item: openVideo });
  await buyItem(api, "post", order);
  expect(sent).toEqual([
    { path: "/api/fan/buy-attachment", body: { attachment_id: 5, price: 50 }, key: "k1" },
    { path: "/api/fan/buy-post/5", body: { price: 50 }, key: "k1" },
  ]);
});

test.each([
  [402, { ...refusal, needed: 50, balance: 20 }, { refusal: "too_few_tokens", needed: 50, balance: 20 }],
  [409, { message: "Now 60.", code: "price_changed" }, { refusal: "price_changed" }],
  [409, refusal, { refusal: "refused", status: 409, message: "No." }],
  [401, refusal, { refusal: "refused", status: 401, message: "No." }],
  [404, refusal, { refusal: "refused", status: 404, message: "No." }],
  [500, refusal, { refusal: "unknown" }],
  [503, refusal, { refusal: "unknown" }],
])("R-CONTENT-02: an answer of %i is distinguished from the others", async (status, body, outcome) => {
  expect(await buyItem(answering(status, body).api, "video", order)).toEqual({ ok: false, ...outcome });
});

test("R-OPEN-38: no answer at all leaves open whether it was bought", async () => {
  const api = createApi({
    transport: () => Promise.reject(new TypeError("the line is down")),
    token: () => null,
    language: () => "en",
  });
  expect(await buyItem(api, "post", order)).toEqual({ ok: false, refusal: "unknown" });
});

type Item = { id: number };

/** A session whose attempts are answered by hand. */
function begin() {
  const asked: { id: string; price: number; answer(outcome: BuyOutcome<Item>): void }[] = [];
  const bought: { price: number; balance: number }[] = [];
  let minted = 0;
  const session = createBuySession<Item>({
    buy: (id, price) => new Promise((answer) => asked.push({ id, price, answer })),
    onBought: ({ price, balance }) => void bought.push({ price, balance }),
    newId: () => `key-${++minted}`,
  });
  return { session, asked, bought };
}

const paid: BuyOutcome<Item> = { ok: true, balance: 950, item: { id: 1 } };
const lost: BuyOutcome<Item> = { ok: false, refusal: "unknown" };

test("R-API-32, R-OPEN-38: a double press asks once, and a purchase is reported once", async () => {
  const { session, asked, bought } = begin();
  const first = session.buy(50);
  void session.buy(50);
  expect(session.get().step).toBe("buying");
  expect(asked).toHaveLength(1);
  asked[0]?.answer(paid);
  await first;
  void session.buy(50);
  expect(asked).toHaveLength(1);
  expect(session.get()).toEqual({ step: "bought", refusal: null });
  expect(bought).toEqual([{ price: 50, balance: 950 }]);
});

test("R-OPEN-38: after a lost answer the same purchase is asked about, by the same key and at its own price", async () => {
  const { session, asked } = begin();
  const first = session.buy(50);
  asked[0]?.answer(lost);
  await first;
  expect(session.get()).toEqual({ step: "idle", refusal: lost });
  void session.buy(60);
  expect(asked.map(({ id, price }) => [id, price])).toEqual([
    ["key-1", 50],
    ["key-1", 50],
  ]);
});

test.each([
  { ok: false, refusal: "too_few_tokens", needed: 50, balance: 10 },
  { ok: false, refusal: "price_changed" },
  { ok: false, refusal: "refused", status: 404, message: "Gone." },
] as const)("R-OPEN-38: $refusal is certain, so that the next press is another purchase", async (refusal) => {
  const { session, asked, bought } = begin();
  const first = session.buy(50);
  asked[0]?.answer(refusal);
  await first;
  expect(session.get()).toEqual({ step: "idle", refusal });
  void session.buy(60);
  expect(session.get()).toEqual({ step: "buying", refusal: null });
  expect(asked.map(({ id, price }) => [id, price])).toEqual([
    ["key-1", 50],
    ["key-2", 60],
  ]);
  expect(bought).toEqual([]);
});
