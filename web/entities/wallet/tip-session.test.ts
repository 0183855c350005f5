import { expect, test } from "vitest";
import { manualClock } from "#testing/manual-clock.ts";
import { createTipSession, type TipBody, type TipOrder, type TipOutcome, tokensOf } from "./tip-session.ts";

const rose = { id: 3, name_en: "Rose", name_es: "Rosa", image: "/gifts/rose.svg", price: 5 };
const paid: TipOutcome = { ok: true, balance: 950, tokens: 50 };

function openTip(order: TipOrder = { kind: "amount", amount: 50 }) {
  const calls: { id: string; body: TipBody; answer: (outcome: TipOutcome) => void }[] = [];
  const received: { tokens: number; balance: number }[] = [];
  const clock = manualClock();
  let ids = 0;
  const tip = createTipSession({
    order,
    clock,
    newId: () => `tip-${++ids}`,
    pay: (id, body) => new Promise((answer) => calls.push({ id, body, answer })),
    onPaid: (payment) => received.push(payment),
  });
  const answer = async (outcome: TipOutcome) => {
    calls.at(-1)?.answer(outcome);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { tip, calls, received, answer, clock };
}

test("R-PROFILE-09: a tip goes from idle over sending to sent, and the balance is the answer's", async () => {
  const { tip, calls, received, answer, clock } = openTip();
  tip.setNote("  bravo ");
  tip.setAnonymous(true);
  tip.send();
  expect(tip.get().step).toBe("sending");
  expect(calls[0]?.body).toEqual({ amount: 50, message: "bravo", anonymous: true });
  await answer(paid);
  expect(tip.get()).toMatchObject({ step: "sent", note: "", problem: null });
  expect(received).toMatchObject([{ tokens: 50, balance: 950 }]);
  clock.advance(1_200);
  expect(tip.get().step).toBe("idle");
});

test("A double tap is one payment", async () => {
  const { tip, calls, answer } = openTip();
  tip.send();
  tip.send();
  await answer(paid);
  tip.send();
  expect(calls).toHaveLength(1);
});

test("After a lost answer the retry asks about the same tip: same id, same body, whatever was touched", async () => {
  const { tip, calls, received, answer } = openTip();
  tip.send();
  await answer({ ok: false, refusal: "unknown" });
  expect(tip.get()).toMatchObject({ step: "idle", problem: { kind: "unknown" } });
  tip.choose({ kind: "amount", amount: 10 });
  tip.setNote("other");
  tip.send();
  expect(calls.map(({ id, body }) => ({ id, body }))).toEqual([
    { id: "tip-1", body: { amount: 50 } },
    { id: "tip-1", body: { amount: 50 } },
  ]);
  await answer(paid);
  expect(received).toHaveLength(1);
});

test("The next tip after an answered one has an id of its own", async () => {
  const { tip, calls, answer, clock } = openTip();
  tip.send();
  await answer(paid);
  clock.advance(1_200);
  tip.send();
  expect(calls.map(({ id }) => id)).toEqual(["tip-1", "tip-2"]);
});

test("R-OPEN-76: too few tokens keeps the amount and names exactly what is missing", async () => {
  const { tip, calls, answer } = openTip({ kind: "amount", amount: 200 });
  tip.send();
  await answer({ ok: false, refusal: "too_few_tokens", needed: 200, balance: 137 });
  expect(tip.get()).toMatchObject({
    step: "idle",
    order: { amount: 200 },
    problem: { kind: "too_few_tokens", missing: 63 },
  });
  tip.send();
  expect(calls.map(({ id }) => id)).toEqual(["tip-1", "tip-2"]);
});

test("A refusal, such as another body under the same id, is shown and frees the form", async () => {
  const { tip, answer } = openTip();
  tip.send();
  await answer({ ok: false, refusal: "refused", message: "This key was used for another tip." });
  expect(tip.get().problem).toEqual({ kind: "refused", message: "This key was used for another tip." });
  tip.choose({ kind: "amount", amount: 25 });
  expect(tip.get()).toMatchObject({ problem: null, order: { amount: 25 } });
});

test("R-OPEN-77: a gift is its price times its quantity, sent by its id", () => {
  const order: TipOrder = { kind: "gift", gift: rose, quantity: 5 };
  const { tip, calls } = openTip(order);
  expect(tokensOf(order)).toBe(25);
  tip.send();
  expect(calls[0]?.body).toEqual({ gift_id: 3, quantity: 5 });
});

test.each([0, -5, 1.5, Number.NaN, 1_000_001])("R-OPEN-76: %s tokens are not sent", (amount) => {
  const { tip, calls } = openTip({ kind: "amount", amount });
  tip.send();
  expect(calls).toHaveLength(0);
  expect(tip.get().step).toBe("idle");
});

test("A note holds 200 characters", () => {
  const { tip } = openTip();
  tip.setNote("ñ".repeat(250));
  expect(tip.get().note).toHaveLength(200);
});
