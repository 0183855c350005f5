import { sql } from "kysely";
import { expect, test } from "vitest";
import { fileDatabase } from "#testing/database/test-database.ts";
import { fanWith, newKey, newModel } from "#testing/wallet/accounts.ts";
import type { Owner } from "./orders.ts";
import { createWallet } from "./wallet.ts";

const database = fileDatabase();
const wallet = createWallet();

test("ruling 1: a hold is charged slice by slice and the rest returns when it is released", async () => {
  const { fan, model, holdId } = await held(100, 60);
  expect(await wallet.balance(database.db, fan)).toBe(40);
  expect(await capture(holdId, model, 25)).toMatchObject({ ok: true, held: 35, replayed: false });
  expect(await capture(holdId, model, 10)).toMatchObject({ ok: true, held: 25 });
  expect(await wallet.balance(database.db, model)).toBe(35);
  expect(await release(holdId)).toMatchObject({ released: 25, balance: 65, replayed: false });
});

test("never more is captured than is held, not even by many captures at once", async () => {
  const { model, holdId } = await held(1_000, 60);
  await wallet.hold(database.db, {
    key: newKey(),
    fanId: (await fanOf(holdId)).id,
    tokens: 500,
    reason: "other",
  });
  const answers = await Promise.all(Array.from({ length: 20 }, () => capture(holdId, model, 7)));
  expect(answers.filter((answer) => answer.ok)).toHaveLength(8);
  expect(answers.find((answer) => !answer.ok)).toEqual({
    ok: false,
    refusal: { code: "exceeds_hold", held: 4 },
  });
  expect(await wallet.balance(database.db, model)).toBe(56);
});

test("a hold, a capture, an extension and a release that are repeated happen once", async () => {
  const fan = await fanWith(database.db, 100);
  const model = await newModel(database.db);
  const hold = { key: newKey(), fanId: fan.id, tokens: 50, reason: "show" };
  const [first, second] = await Promise.all([wallet.hold(database.db, hold), wallet.hold(database.db, hold)]);
  if (!first.ok || !second.ok) throw new Error("refused");
  expect(first.holdId).toBe(second.holdId);
  expect(new Set([first.replayed, second.replayed])).toEqual(new Set([false, true]));
  const { holdId } = first;

  const slice = { key: newKey(), holdId, to: model, tokens: 20, reason: "slice" };
  const slices = await Promise.all(Array.from({ length: 5 }, () => wallet.capture(database.db, slice)));
  expect(slices.every((answer) => answer.ok && answer.held === 30)).toBe(true);

  const more = { key: newKey(), holdId, tokens: 40, reason: "show" };
  const extended = await Promise.all([
    wallet.extendHold(database.db, more),
    wallet.extendHold(database.db, more),
  ]);
  expect(extended.every((answer) => answer.ok && answer.held === 70)).toBe(true);

  const ends = await Promise.all([release(holdId), release(holdId)]);
  expect(ends.map(({ released, balance }) => ({ released, balance }))).toEqual([
    { released: 70, balance: 80 },
    { released: 70, balance: 80 },
  ]);
  expect(ends.filter((end) => end.replayed)).toHaveLength(1);
  expect(await wallet.capture(database.db, slice)).toMatchObject({ ok: true, replayed: true });
});

test("a closed hold is neither charged nor extended", async () => {
  const { model, holdId } = await held(100, 60);
  await release(holdId);
  expect(await capture(holdId, model, 1)).toEqual({ ok: false, refusal: { code: "hold_closed" } });
  expect(await wallet.extendHold(database.db, { key: newKey(), holdId, tokens: 1, reason: "show" })).toEqual({
    ok: false,
    refusal: { code: "hold_closed" },
  });
});

test("more than the fan has cannot be held, nor an extension paid", async () => {
  const { holdId } = await held(100, 60);
  const fan = await fanOf(holdId);
  expect(
    await wallet.hold(database.db, { key: newKey(), fanId: fan.id, tokens: 41, reason: "show" }),
  ).toEqual({
    ok: false,
    refusal: { code: "too_few_tokens", needed: 41, balance: 40 },
  });
  expect(
    await wallet.extendHold(database.db, { key: newKey(), holdId, tokens: 41, reason: "show" }),
  ).toMatchObject({
    refusal: { code: "too_few_tokens" },
  });
});

test("held tokens cannot be spent, and a release after everything was charged gives nothing back", async () => {
  const { fan, model, holdId } = await held(60, 60);
  expect(
    await wallet.transfer(database.db, {
      key: newKey(),
      from: fan,
      to: model,
      tokens: 1,
      kind: "tip",
      reason: "tip",
    }),
  ).toMatchObject({ refusal: { code: "too_few_tokens", balance: 0 } });
  await capture(holdId, model, 60);
  expect(await release(holdId)).toEqual({ released: 0, transferId: null, balance: 0, replayed: false });
});

test("a capture's key used for another amount is refused", async () => {
  const { model, holdId } = await held(100, 60);
  const slice = { key: newKey(), holdId, to: model, tokens: 20, reason: "slice" };
  await wallet.capture(database.db, slice);
  expect(await wallet.capture(database.db, { ...slice, tokens: 21 })).toEqual({
    ok: false,
    refusal: { code: "key_conflict" },
  });
});

test("what is released pays a debt first", async () => {
  const fan = await fanWith(database.db, 0);
  const bought = await wallet.issue(database.db, {
    ...{ key: newKey(), to: fan, tokens: 100, kind: "purchase", reason: "purchase" },
  });
  const opened = await wallet.hold(database.db, { key: newKey(), fanId: fan.id, tokens: 80, reason: "show" });
  if (!bought.ok || !opened.ok) throw new Error("refused");
  const { transferId } = bought;
  await wallet.reverse(database.db, { key: newKey(), transferId, kind: "chargeback", reason: "chargeback" });
  const end = await release(opened.holdId);
  expect(end).toMatchObject({ released: 80, balance: 0 });
  expect(await release(opened.holdId)).toEqual({ ...end, replayed: true });
});

test("the database itself refuses a hold charged beyond its tokens", async () => {
  const { holdId } = await held(100, 60);
  await expect(
    sql`update wallet.hold set captured = 61 where id = ${holdId}`.execute(database.owner),
  ).rejects.toThrow(/never_more_than_held/);
});

async function held(tokens: number, amount: number): Promise<{ fan: Owner; model: Owner; holdId: number }> {
  const [fan, model] = [await fanWith(database.db, tokens), await newModel(database.db)];
  const opened = await wallet.hold(database.db, {
    key: newKey(),
    fanId: fan.id,
    tokens: amount,
    reason: "show",
  });
  if (!opened.ok) throw new Error("refused");
  return { fan, model, holdId: opened.holdId };
}

async function fanOf(holdId: number): Promise<Owner> {
  const { rows } = await sql<{
    id: number;
  }>`select fan_id as id from wallet.hold where id = ${holdId}`.execute(database.owner);
  return { kind: "fan", id: rows[0]?.id ?? 0 };
}

function capture(holdId: number, to: Owner, tokens: number) {
  return wallet.capture(database.db, { key: newKey(), holdId, to, tokens, reason: "slice" });
}

function release(holdId: number) {
  return wallet.release(database.db, { holdId, reason: "end of show" });
}
