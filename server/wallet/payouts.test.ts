import { sql } from "kysely";
import { expect, test } from "vitest";
import { fileDatabase } from "#testing/database/test-database.ts";
import { fanWith, newKey, newModel } from "#testing/wallet/accounts.ts";
import type { Owner } from "./orders.ts";
import { createWallet } from "./wallet.ts";

const database = fileDatabase();
const wallet = createWallet();
const long = { from: new Date("2000-01-01"), before: new Date("2100-01-01") };

const tip = async (model: Owner, tokens: number) => {
  const from = await fanWith(database.db, tokens);
  const done = await wallet.transfer(database.db, {
    ...{ key: newKey(), kind: "tip", from, to: model, tokens, reason: "a tip" },
  });
  if (!done.ok) throw new Error(done.refusal.code);
  return done.transferId;
};
const pay = (model: Owner, tokens: number, { key = newKey(), before = long.before } = {}) =>
  wallet.payOut(database.db, { key, modelId: model.id, tokens, before, reason: "paid by bank" });
const lineOf = async ({ id }: Owner, span = long) =>
  (await wallet.payoutSheet(database.db, span, { modelId: id, limit: 1, offset: 0 })).rows[0];
/** From now on the ledger dates its movements with this day. */
const passTo = (day: string) =>
  sql`alter table wallet.transfer alter column created_at set default ${sql.lit(day)}`.execute(
    database.owner,
  );
const june = new Date("2026-06-01");

test("R-OPEN-11: what is paid out leaves the ledger, once per key, and never more than is due", async () => {
  const model = await newModel(database.db);
  await tip(model, 100);
  expect(await lineOf(model)).toEqual({ modelId: model.id, earned: 100, paid: 0, due: 100 });
  expect(await pay(model, 101)).toMatchObject({ refusal: { code: "exceeds_due", due: 100 } });
  const key = newKey();
  const first = await pay(model, 60, { key });
  expect(first).toMatchObject({ ok: true, balance: 40, replayed: false });
  expect(await pay(model, 60, { key })).toEqual({ ...first, replayed: true });
  expect(await pay(model, 30, { key })).toMatchObject({ refusal: { code: "key_conflict" } });
  expect(await lineOf(model)).toEqual({ modelId: model.id, earned: 100, paid: 60, due: 40 });
  expect(await wallet.balance(database.db, model)).toBe(40);
});

test("what was earned later is not due yet, and what was paid later is due no more", async () => {
  const model = await newModel(database.db);
  await passTo("2026-05-31 23:59:59.999999Z");
  await tip(model, 100);
  await passTo("2026-06-01 00:00Z");
  await tip(model, 500);
  const span = { from: long.from, before: june };
  expect(await lineOf(model, span)).toMatchObject({ earned: 100, paid: 0, due: 100 });
  expect(await pay(model, 101, { before: june })).toMatchObject({ refusal: { due: 100 } });
  expect(await pay(model, 80, { before: june })).toMatchObject({ ok: true, balance: 520 });
  expect(await lineOf(model, span)).toMatchObject({ earned: 100, paid: 0, due: 20 });
  expect(await lineOf(model, { from: june, before: long.before })).toMatchObject({
    ...{ earned: 500, paid: 80, due: 520 },
  });
});

test("what went back to a fan since is not due, also where it was earned before", async () => {
  const model = await newModel(database.db);
  await passTo("2026-05-10");
  const transferId = await tip(model, 100);
  await tip(model, 10);
  await passTo("2026-06-10");
  await wallet.reverse(database.db, { key: newKey(), transferId, kind: "refund", reason: "a refund" });
  expect(await lineOf(model, { from: long.from, before: june })).toMatchObject({ earned: 110, due: 10 });
  expect(await lineOf(model)).toMatchObject({ earned: 10, due: 10 });
});

test("payouts entered at once never add up to more than was due, and tips go on meanwhile", async () => {
  const model = await newModel(database.db);
  await tip(model, 100);
  const [answers] = await Promise.all([
    Promise.all(Array.from({ length: 8 }, () => pay(model, 40, { before: long.before }))),
    Promise.all(Array.from({ length: 8 }, () => tip(model, 1))),
  ]);
  expect(answers.filter(({ ok }) => ok)).toHaveLength(2);
  expect(await lineOf(model)).toMatchObject({ earned: 108, paid: 80, due: 28 });
});

test("the application cannot pay out past the function that compares", async () => {
  const model = await newModel(database.db);
  await tip(model, 5);
  const past = sql`select wallet.move('x', 'payout', 'model', ${model.id}, 'issuance', 0, 5, 'no')`;
  await expect(past.execute(database.db)).rejects.toThrow(/permission denied/);
});
