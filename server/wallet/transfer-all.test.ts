import { beforeAll, expect, test } from "vitest";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { fanWith, newKey, newModel } from "#testing/wallet/accounts.ts";
import type { Owner, Transfer } from "./orders.ts";
import { createWallet } from "./wallet.ts";

const database = fileDatabase();
const wallet = createWallet();
let anna: Owner;

beforeAll(async () => {
  anna = await newModel(database.db);
});

const tip = (from: Owner, tokens: number, more: Partial<Transfer> = {}): Transfer => ({
  key: newKey(),
  from,
  to: anna,
  tokens,
  kind: "tip",
  reason: 'a "quoted" ñ, {braces}\n',
  ...more,
});

test("transfers made together answer in their order what each would have answered alone, and a refused one hinders no other", async () => {
  const [poor, rich] = [await fanWith(database.db, 10), await fanWith(database.db, 100)];
  const before = await wallet.balance(database.db, anna);
  const first = tip(rich, 30, { metadata: { gift: 7 } });
  const answers = await wallet.transferAll(database.db, [
    tip(rich, 20),
    tip(poor, 11),
    first,
    { ...first },
    { ...first, tokens: 31 },
    tip(poor, 10),
    tip(poor, 1),
    tip(rich, 51),
    tip(rich, 50),
  ]);
  expect(answers.map((answer) => (answer.ok ? [answer.balance, answer.replayed] : answer.refusal))).toEqual([
    [80, false],
    { code: "too_few_tokens", needed: 11, balance: 10 },
    [50, false],
    [50, true],
    { code: "key_conflict" },
    [0, false],
    { code: "too_few_tokens", needed: 1, balance: 0 },
    { code: "too_few_tokens", needed: 51, balance: 50 },
    [0, false],
  ]);
  expect(await wallet.balance(database.db, anna)).toBe(before + 110);
  expect(await wallet.transfer(database.db, first)).toMatchObject({ ok: true, balance: 50, replayed: true });
  const { rows } = await wallet.statement(database.db, rich, { page: 1 });
  expect(rows.map(({ reason }) => reason)).toContain('a "quoted" ñ, {braces}\n');
});

test("none together is none", async () => {
  expect(await wallet.transferAll(database.db, [])).toEqual([]);
});

test("an order that is a bug undoes the others with it, and their keys stay free", async () => {
  const fan = await fanWith(database.db, 10);
  const good = tip(fan, 10);
  for (const bad of [tip(fan, 1, { to: { kind: "model", id: 987_654_321 } }), tip(fan, 0), tip(fan, 1.5)])
    await expect(wallet.transferAll(database.db, [good, bad])).rejects.toThrow();
  expect(await wallet.balance(database.db, fan)).toBe(10);
  expect(await wallet.transfer(database.db, good)).toMatchObject({ ok: true, balance: 0, replayed: false });
});

test("R-OPEN-43: many calls over the same wallets, in any order, neither wait for each other for good nor overdraw", async () => {
  const fans = await Promise.all(Array.from({ length: 6 }, () => fanWith(database.db, 50)));
  const before = await wallet.balance(database.db, anna);
  const call = (turn: number) =>
    inTransaction(database.db, (tx) => {
      const mixed = turn % 2 === 0 ? fans : fans.toReversed();
      return wallet.transferAll(
        tx,
        mixed.map((fan) => tip(fan, 7)),
      );
    });
  const answers = (await Promise.all(Array.from({ length: 12 }, (_, turn) => call(turn)))).flat();
  expect(answers.filter(({ ok }) => ok)).toHaveLength(6 * 7);
  for (const fan of fans) expect(await wallet.balance(database.db, fan)).toBe(1);
  expect(await wallet.balance(database.db, anna)).toBe(before + 6 * 49);
});
