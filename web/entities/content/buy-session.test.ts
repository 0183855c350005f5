import { expect, test } from "vitest";
import { type BuyOutcome, createBuySession } from "./buy-session.ts";

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

test("R-API-32, R-OPEN-38: a double press asks once, and what was paid is told once", async () => {
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
