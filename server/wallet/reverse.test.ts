import { expect, test } from "vitest";
import { fileDatabase } from "#testing/database/test-database.ts";
import { fanWith, newKey, newModel } from "#testing/wallet/accounts.ts";
import type { Owner } from "./orders.ts";
import { createWallet } from "./wallet.ts";

const database = fileDatabase();
const wallet = createWallet();

test("ruling 7: a refunded purchase takes the unspent tokens back", async () => {
  const { fan, transferId } = await buyer(100);
  expect(await refund(transferId)).toMatchObject({ ok: true, taken: 100, owed: 0, balance: 0 });
  expect(await wallet.balance(database.db, fan)).toBe(0);
});

test("ruling 7: what was spent becomes a debt, which freezes spending until later tokens have paid it", async () => {
  const { fan, transferId } = await buyer(100);
  const model = await newModel(database.db);
  await spend(fan, model, 70);
  expect(await refund(transferId, "chargeback")).toMatchObject({ ok: true, taken: 30, owed: 70, balance: 0 });
  expect(await wallet.balance(database.db, model)).toBe(70);

  expect(await buy(fan, 50)).toMatchObject({ ok: true, balance: 0 });
  expect(await spend(fan, model, 1)).toMatchObject({ refusal: { code: "frozen" } });
  expect(
    await wallet.hold(database.db, { key: newKey(), fanId: fan.id, tokens: 1, reason: "show" }),
  ).toMatchObject({
    refusal: { code: "frozen" },
  });

  expect(await buy(fan, 50)).toMatchObject({ ok: true, balance: 30 });
  expect(await spend(fan, model, 30)).toMatchObject({ ok: true, balance: 0 });
});

test("a purchase that pays a debt answers the same balance when it is repeated", async () => {
  const { fan, transferId } = await buyer(10);
  await spend(fan, await newModel(database.db), 10);
  await refund(transferId);
  const order = { key: newKey(), to: fan, tokens: 25, kind: "purchase" as const, reason: "purchase" };
  const first = await wallet.issue(database.db, order);
  expect(first).toMatchObject({ ok: true, balance: 15, replayed: false });
  await spend(fan, await newModel(database.db), 15);
  expect(await wallet.issue(database.db, order)).toEqual({ ...first, replayed: true });
});

test("R-OPEN-42: the same reversal sent twice or twenty times at once happens once", async () => {
  const { fan, transferId } = await buyer(100);
  await buy(fan, 500);
  const order = { key: newKey(), transferId, kind: "refund" as const, reason: "refund" };
  const answers = await Promise.all(Array.from({ length: 20 }, () => wallet.reverse(database.db, order)));
  expect(answers.every((answer) => answer.ok && answer.taken === 100 && answer.balance === 500)).toBe(true);
  expect(answers.filter((answer) => answer.ok && answer.replayed)).toHaveLength(19);
  expect(await wallet.balance(database.db, fan)).toBe(500);
});

test("reversals of one transfer never add up to more than it was, whatever their keys", async () => {
  const { fan, transferId } = await buyer(100);
  await buy(fan, 500);
  const answers = await Promise.all(Array.from({ length: 8 }, () => refund(transferId, "refund", 30)));
  expect(answers.filter((answer) => answer.ok)).toHaveLength(3);
  expect(answers.find((answer) => !answer.ok)).toEqual({ ok: false, refusal: { code: "already_reversed" } });
  expect(await refund(transferId)).toMatchObject({ ok: true, taken: 10 });
  expect(await refund(transferId)).toMatchObject({ refusal: { code: "already_reversed" } });
});

test("a key used for something else is refused", async () => {
  const { transferId } = await buyer(100);
  const order = { key: newKey(), transferId, tokens: 40, kind: "refund" as const, reason: "refund" };
  await wallet.reverse(database.db, order);
  const conflict = { ok: false, refusal: { code: "key_conflict" } };
  expect(await wallet.reverse(database.db, { ...order, tokens: 41 })).toEqual(conflict);
  expect(await wallet.reverse(database.db, { ...order, kind: "chargeback" })).toEqual(conflict);
  const fan = await fanWith(database.db, 0);
  const issued = { key: newKey(), to: fan, tokens: 40, kind: "bonus" as const, reason: "bonus" };
  await wallet.issue(database.db, issued);
  expect(await wallet.reverse(database.db, { ...order, key: issued.key })).toEqual(conflict);
});

test("a tip is returned by the model, as long as they have it", async () => {
  const fan = await fanWith(database.db, 100);
  const [model, other] = [await newModel(database.db), await newModel(database.db)];
  const kept = await spend(fan, model, 40);
  const gone = await spend(fan, model, 50);
  expect(await refund(receiptOf(kept))).toMatchObject({ ok: true, taken: 40, owed: 0, balance: 50 });
  await spend(model, other, 45);
  expect(await refund(receiptOf(gone))).toEqual({
    ok: false,
    refusal: { code: "too_few_tokens", needed: 50, balance: 5 },
  });
  expect(await refund(receiptOf(gone), "refund", 5)).toMatchObject({ ok: true, taken: 5 });
});

test("a refunded tip pays a debt first", async () => {
  const { fan, transferId } = await buyer(100);
  const model = await newModel(database.db);
  const tip = await spend(fan, model, 100);
  await refund(transferId, "chargeback");
  expect(await refund(receiptOf(tip), "refund", 60)).toMatchObject({ ok: true, taken: 60, balance: 0 });
  expect(await refund(receiptOf(tip), "refund", 40)).toMatchObject({ ok: true, taken: 40, balance: 0 });
  await buy(fan, 1);
  expect(await spend(fan, model, 1)).toMatchObject({ ok: true });
});

test("a transfer that does not exist cannot be reversed", async () => {
  await expect(refund(987_654_321)).rejects.toThrow(/no transfer/);
});

async function buyer(tokens: number): Promise<{ fan: Owner; transferId: number }> {
  const fan = await fanWith(database.db, 0);
  return { fan, transferId: receiptOf(await buy(fan, tokens)) };
}

function buy(fan: Owner, tokens: number) {
  return wallet.issue(database.db, { key: newKey(), to: fan, tokens, kind: "purchase", reason: "purchase" });
}

function spend(from: Owner, to: Owner, tokens: number) {
  return wallet.transfer(database.db, { key: newKey(), from, to, tokens, kind: "tip", reason: "tip" });
}

function refund(transferId: number, kind: "refund" | "chargeback" = "refund", tokens?: number) {
  return wallet.reverse(database.db, { key: newKey(), transferId, tokens, kind, reason: kind });
}

function receiptOf(answer: { ok: boolean; transferId?: number }): number {
  if (answer.transferId === undefined) throw new Error("refused");
  return answer.transferId;
}
