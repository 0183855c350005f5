import { expect, test } from "vitest";
import type { PurchasedChatMedia } from "#contract/messaging.ts";
import { createUnlockSession, type UnlockOutcome } from "./unlock-session.ts";

const item = { id: 4 } as PurchasedChatMedia;

function openUnlock() {
  const calls: { id: string; answer(outcome: UnlockOutcome): void }[] = [];
  const bought: number[] = [];
  let ids = 0;
  const unlock = createUnlockSession({
    newId: () => `intent-${++ids}`,
    buy: (id) => new Promise((answer) => calls.push({ id, answer })),
    onBought: ({ balance }) => void bought.push(balance),
  });
  return { unlock, calls, bought };
}

test("R-CHAT-11: pressing twice buys once", async () => {
  const { unlock, calls, bought } = openUnlock();
  const first = unlock.buy();
  await unlock.buy();
  expect(calls).toHaveLength(1);
  expect(unlock.get().buying).toBe(true);
  calls[0]?.answer({ ok: true, balance: 950, item });
  await first;
  expect(bought).toEqual([950]);
  expect(unlock.get()).toEqual({ buying: false, problem: null });
});

test("R-CHAT-11: after a lost answer the same purchase is asked about, not another one", async () => {
  const { unlock, calls } = openUnlock();
  const lost = unlock.buy();
  calls[0]?.answer({ ok: false, refusal: "unknown" });
  await lost;
  expect(unlock.get().problem).toEqual({ kind: "unknown" });
  void unlock.buy();
  expect(calls.map(({ id }) => id)).toEqual(["intent-1", "intent-1"]);
});

test("Too few tokens say how many are missing; the next try is another intent", async () => {
  const { unlock, calls, bought } = openUnlock();
  const refused = unlock.buy();
  calls[0]?.answer({ ok: false, refusal: "too_few_tokens", needed: 50, balance: 20 });
  await refused;
  expect(unlock.get().problem).toEqual({ kind: "too_few_tokens", missing: 30 });
  expect(bought).toEqual([]);
  void unlock.buy();
  expect(calls.map(({ id }) => id)).toEqual(["intent-1", "intent-2"]);
});
