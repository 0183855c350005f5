import { beforeAll, expect, test } from "vitest";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { fanWith, newKey, newModel } from "#testing/wallet/accounts.ts";
import type { Owner } from "./orders.ts";
import { createWallet } from "./wallet.ts";

const database = fileDatabase();
const wallet = createWallet();
let anna: Owner;

beforeAll(async () => {
  anna = await newModel(database.db);
});

test("a tip moves tokens from the fan to the model, on its own or in the caller's transaction", async () => {
  const fan = await fanWith(database.db, 100);
  const before = await wallet.balance(database.db, anna);
  expect(await tip(fan, 30)).toMatchObject({ ok: true, balance: 70, replayed: false });
  const inside = await inTransaction(database.db, (tx) =>
    wallet.transfer(tx, { key: newKey(), from: fan, to: anna, tokens: 20, kind: "gift", reason: "rose" }),
  );
  expect(inside).toMatchObject({ ok: true, balance: 50 });
  expect(await wallet.balance(database.db, fan)).toBe(50);
  expect(await wallet.balance(database.db, anna)).toBe(before + 50);
});

test("a transfer of a transaction that is rolled back has not happened, and its key is free again", async () => {
  const fan = await fanWith(database.db, 10);
  const order = { key: newKey(), from: fan, to: anna, tokens: 10, kind: "tip" as const, reason: "tip" };
  const undone = inTransaction(database.db, async (tx) => {
    await wallet.transfer(tx, order);
    throw new Error("no");
  });
  await expect(undone).rejects.toThrow("no");
  expect(await wallet.balance(database.db, fan)).toBe(10);
  expect(await wallet.transfer(database.db, order)).toMatchObject({ ok: true, balance: 0, replayed: false });
});

test("ruling 6: the same key gets the first answer again, even when the fan has become poor since", async () => {
  const fan = await fanWith(database.db, 100);
  const order = { key: newKey(), from: fan, to: anna, tokens: 40, kind: "tip" as const, reason: "tip" };
  const first = await wallet.transfer(database.db, order);
  await tip(fan, 60);
  expect(await wallet.transfer(database.db, order)).toEqual({ ...first, replayed: true });
  expect(first).toMatchObject({ balance: 60 });
  expect(await wallet.balance(database.db, fan)).toBe(0);
});

test("ruling 6: the same key for anything else is a conflict and moves nothing", async () => {
  const fan = await fanWith(database.db, 100);
  const other = await fanWith(database.db, 100);
  const order = { key: newKey(), from: fan, to: anna, tokens: 40, kind: "tip" as const, reason: "tip" };
  await wallet.transfer(database.db, order);
  const conflict = { ok: false, refusal: { code: "key_conflict" } };
  expect(await wallet.transfer(database.db, { ...order, tokens: 41 })).toEqual(conflict);
  expect(await wallet.transfer(database.db, { ...order, tokens: 4_100 })).toEqual(conflict);
  expect(await wallet.transfer(database.db, { ...order, kind: "gift" })).toEqual(conflict);
  expect(await wallet.transfer(database.db, { ...order, from: other })).toEqual(conflict);
  expect(await wallet.transfer(database.db, { ...order, to: other })).toEqual(conflict);
  const issue = { key: order.key, to: fan, tokens: 40, kind: "bonus" as const, reason: "bonus" };
  expect(await wallet.issue(database.db, issue)).toEqual({ ok: false, refusal: "key_conflict" });
  expect(await wallet.balance(database.db, fan)).toBe(60);
  expect(await wallet.balance(database.db, other)).toBe(100);
});

test("too few tokens are refused with what is needed and what is there", async () => {
  const fan = await fanWith(database.db, 9);
  expect(await tip(fan, 10)).toEqual({
    ok: false,
    refusal: { code: "too_few_tokens", needed: 10, balance: 9 },
  });
  expect(await tip(fan, 9)).toMatchObject({ ok: true, balance: 0 });
});

test("20 copies of one tip sent at once are one tip", async () => {
  const fan = await fanWith(database.db, 1_000);
  const order = { key: newKey(), from: fan, to: anna, tokens: 10, kind: "tip" as const, reason: "tip" };
  const answers = await Promise.all(Array.from({ length: 20 }, () => wallet.transfer(database.db, order)));
  const receipts = answers.map((answer) => (answer.ok ? answer : undefined));
  expect(new Set(receipts.map((receipt) => receipt?.transferId)).size).toBe(1);
  expect(new Set(receipts.map((receipt) => receipt?.balance))).toEqual(new Set([990]));
  expect(receipts.filter((receipt) => receipt?.replayed)).toHaveLength(19);
  expect(await wallet.balance(database.db, fan)).toBe(990);
});

test("R-OPEN-43: 20 parallel tips of 10 with balance 100: exactly 10 succeed and the balance is 0", async () => {
  const fan = await fanWith(database.db, 100);
  const answers = await Promise.all(Array.from({ length: 20 }, () => tip(fan, 10)));
  expect(answers.filter((answer) => answer.ok)).toHaveLength(10);
  expect(await wallet.balance(database.db, fan)).toBe(0);
});

test("30 different tips beyond the balance: what fits goes through, and it never falls below zero", async () => {
  const fan = await fanWith(database.db, 100);
  const amounts = Array.from({ length: 30 }, (_, index) => 1 + ((index * 7) % 13));
  const answers = await Promise.all(amounts.map((amount) => tip(fan, amount)));
  const balances = answers.map((answer) => (answer.ok ? answer.balance : 0));
  const spent = amounts.reduce((sum, amount, index) => sum + (answers[index]?.ok ? amount : 0), 0);
  expect(Math.min(...balances)).toBeGreaterThanOrEqual(0);
  expect(await wallet.balance(database.db, fan)).toBe(100 - spent);
  const left = 100 - spent;
  const refused = amounts.filter((_, index) => !answers[index]?.ok);
  expect(refused.length).toBeGreaterThan(0);
  expect(Math.min(...refused)).toBeGreaterThan(left);
});

test("transfers that cross each other do not block each other for good", async () => {
  const [one, two] = [await fanWith(database.db, 1_000), await fanWith(database.db, 1_000)];
  const crossing = Array.from({ length: 40 }, (_, index) => {
    const [from, to] = index % 2 ? [one, two] : [two, one];
    return wallet.transfer(database.db, { key: newKey(), from, to, tokens: 5, kind: "gift", reason: "gift" });
  });
  const answers = await Promise.all(crossing);
  expect(answers.every((answer) => answer.ok)).toBe(true);
  expect(await wallet.balance(database.db, one)).toBe(1_000);
});

test("a model spends from all they have earned, rolled up or not, and not more", async () => {
  const fan = await fanWith(database.db, 100);
  const model = await newModel(database.db);
  await wallet.transfer(database.db, {
    key: newKey(),
    from: fan,
    to: model,
    tokens: 60,
    kind: "tip",
    reason: "tip",
  });
  const back = (tokens: number) =>
    wallet.transfer(database.db, {
      key: newKey(),
      from: model,
      to: fan,
      tokens,
      kind: "adjustment",
      reason: "back",
    });
  expect(await back(61)).toMatchObject({ refusal: { code: "too_few_tokens", balance: 60 } });
  expect(await back(25)).toMatchObject({ ok: true, balance: 35 });
  expect(await wallet.balance(database.db, fan)).toBe(65);
});

test("rolling up changes no balance, also while tips come in", async () => {
  const fan = await fanWith(database.db, 1_000);
  const model = await newModel(database.db);
  const send = () =>
    wallet.transfer(database.db, {
      key: newKey(),
      from: fan,
      to: model,
      tokens: 3,
      kind: "tip",
      reason: "tip",
    });
  const work = Array.from({ length: 60 }, (_, index) =>
    index % 6 ? send() : wallet.rollUp(database.db, model.id),
  );
  await Promise.all(work);
  expect(await wallet.balance(database.db, model)).toBe(150);
  await wallet.rollUp(database.db);
  expect(await wallet.balance(database.db, model)).toBe(150);
  expect(await wallet.rollUp(database.db)).toBe(0);
});

test("what is no whole number of tokens, an endless key and an unknown owner are bugs", async () => {
  const fan = await fanWith(database.db, 10);
  for (const tokens of [0, -1, 1.5, Number.NaN, 2e12])
    await expect(tip(fan, tokens)).rejects.toThrow(RangeError);
  const order = { from: fan, to: anna, tokens: 1, kind: "tip" as const, reason: "tip" };
  await expect(wallet.transfer(database.db, { ...order, key: "" })).rejects.toThrow(RangeError);
  expect(await wallet.transfer(database.db, { ...order, key: "x".repeat(320) })).toMatchObject({ ok: true });
  await expect(wallet.transfer(database.db, { ...order, key: "x".repeat(321) })).rejects.toThrow(RangeError);
  const nobody: Owner = { kind: "model", id: 999_999 };
  await expect(wallet.transfer(database.db, { ...order, key: newKey(), to: nobody })).rejects.toThrow(
    /no account/,
  );
  await expect(wallet.transfer(database.db, { ...order, key: newKey(), from: nobody })).rejects.toThrow(
    /no account/,
  );
  await expect(wallet.balance(database.db, nobody)).rejects.toThrow(/no account/);
});

test("opening an account again changes nothing", async () => {
  const fan = await fanWith(database.db, 10);
  await inTransaction(database.db, (tx) => wallet.openFanAccount(tx, fan.id));
  expect(await wallet.balance(database.db, fan)).toBe(10);
});

function tip(fan: Owner, tokens: number) {
  return wallet.transfer(database.db, {
    key: newKey(),
    from: fan,
    to: anna,
    tokens,
    kind: "tip",
    reason: "tip",
  });
}
