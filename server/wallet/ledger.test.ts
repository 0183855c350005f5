import { type RawBuilder, sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "#testing/database/test-database.ts";
import { fanWith, newKey, newModel } from "#testing/wallet/accounts.ts";
import type { Owner } from "./orders.ts";
import { createWallet } from "./wallet.ts";

const wallet = createWallet();
let database: TestDatabase;
let fan: Owner;

// These tests break the ledger on purpose, so each has a database of its own and none is audited afterwards.
beforeEach(async () => {
  database = await testDatabase();
  fan = await fanWith(database.db, 100);
  await wallet.hold(database.db, { key: newKey(), fanId: fan.id, tokens: 10, reason: "show" });
  const to = await newModel(database.db);
  await wallet.transfer(database.db, {
    key: newKey(),
    from: fan,
    to,
    tokens: 30,
    kind: "tip",
    reason: "tip",
  });
});

afterEach(() => database[Symbol.asyncDispose]());

test("R-OPEN-43: the database refuses every overdraft", async () => {
  const overdraft = sql`update wallet.account set balance = balance - 61 where kind = 'fan' and owner_id = ${fan.id}`;
  await expect(run(overdraft)).rejects.toMatchObject({ code: "23514" });
  await expect(run(sql`update wallet.account set balance = 1 where kind = 'issuance'`)).rejects.toMatchObject(
    {
      code: "23514",
    },
  );
});

test.each([
  ["changed", sql`update wallet.transfer set amount = amount + 1`],
  ["deleted", sql`delete from wallet.transfer`],
  ["emptied", sql`truncate wallet.transfer`],
])("ruling 7: history cannot be %s", async (_what, statement) => {
  await expect(run(statement)).rejects.toMatchObject({ code: "WA001" });
});

test.each([
  ["an account is deleted", sql`delete from wallet.account`],
  ["accounts are emptied", sql`truncate wallet.account`],
  ["a hold is deleted", sql`delete from wallet.hold`],
  ["appended tokens are emptied", sql`truncate wallet.pending`],
  ["reversals are emptied", sql`truncate wallet.reversal`],
])("nor is it allowed that %s", async (_what, statement) => {
  await expect(run(statement)).rejects.toMatchObject({ code: "WA001" });
});

test("a transfer has two equal sides by its very shape: one side, none or nothing cannot be written", async () => {
  const write = (amount: number, debit: number | null, credit: number | null) =>
    run(sql`insert into wallet.transfer (key, kind, debit_id, credit_id, amount, reason)
      values (${newKey()}, 'tip', ${debit}, ${credit}, ${amount}, 'raw')`);
  await expect(write(0, 1, 2)).rejects.toMatchObject({ code: "23514" });
  await expect(write(-5, 1, 2)).rejects.toMatchObject({ code: "23514" });
  await expect(write(5, 1, 1)).rejects.toMatchObject({ code: "23514" });
  await expect(write(5, 1, null)).rejects.toMatchObject({ code: "23502" });
});

test("a kind that the ledger does not know is refused", async () => {
  const write = sql`select wallet.transfer('k', 'theft', 'fan', ${fan.id}, 'issuance', 0, 1, 'raw')`;
  await expect(run(write)).rejects.toMatchObject({ code: "22P02" });
});

test("the audit of an honest ledger finds nothing", async () => {
  expect(await wallet.audit(database.db)).toEqual({ ok: true, accounts: 5, transfers: 3, problems: [] });
});

test.each([
  [
    "a balance raised by hand",
    sql`update wallet.account set balance = balance + 1 where kind = 'fan'`,
    /add up to 60/,
  ],
  [
    "an amount changed with the triggers off",
    sql`alter table wallet.transfer disable trigger all; update wallet.transfer set amount = 31 where kind = 'tip'`,
    /its transfers add up to/,
  ],
  [
    "a transfer deleted with the triggers off",
    sql`alter table wallet.transfer disable trigger all; delete from wallet.transfer where kind = 'opening'`,
    /stood at|add up to/,
  ],
  [
    "a transfer written past the functions",
    sql`insert into wallet.transfer (key, kind, debit_id, credit_id, amount, reason) values ('x', 'tip', 1, 2, 5, 'raw')`,
    /add up to/,
  ],
  [
    "tokens out of nowhere for a model",
    sql`update wallet.pending set amount = amount + 5 where amount > 0`,
    /does not match/,
  ],
  ["a lost appended row", sql`delete from wallet.pending`, /add up to/],
  [
    "a hold with more in it than the escrow",
    sql`update wallet.hold set tokens = tokens + 1`,
    /open holds say 11/,
  ],
  [
    "a debt without the freeze",
    sql`update wallet.account set frozen = true where kind = 'fan'`,
    /owes nothing/,
  ],
])("the audit finds %s", async (_what, tampering, expected) => {
  await run(tampering);
  const report = await wallet.audit(database.db);
  expect(report.ok).toBe(false);
  expect(report.problems.join("\n")).toMatch(expected);
});

/** As the owner of the tables: what holds for them holds for the application all the more. */
function run(statement: RawBuilder<unknown>): Promise<unknown> {
  return statement.execute(database.owner);
}
