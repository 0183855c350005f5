import { expect, test } from "vitest";
import { fileDatabase } from "#testing/database/test-database.ts";
import { fanWith, newKey, newModel } from "#testing/wallet/accounts.ts";
import type { Owner } from "./orders.ts";
import { createWallet } from "./wallet.ts";

const database = fileDatabase();
const wallet = createWallet();

test("a statement shows signed tokens, the balance after each line and whom it was with, newest first", async () => {
  const fan = await fanWith(database.db, 100);
  const model = await newModel(database.db);
  const sent = await spend(fan, model, 30, "for the dance");
  await wallet.issue(database.db, {
    key: newKey(),
    to: fan,
    tokens: 5,
    kind: "bonus",
    reason: "email confirmed",
  });
  const { rows, lastPage } = await wallet.statement(database.db, fan, { page: 1 });
  expect(lastPage).toBe(1);
  expect(rows.map(({ type, tokens, balance_after }) => ({ type, tokens, balance_after }))).toEqual([
    { type: "bonus", tokens: 5, balance_after: 75 },
    { type: "tip", tokens: -30, balance_after: 70 },
    { type: "opening", tokens: 100, balance_after: 100 },
  ]);
  expect(rows[1]).toMatchObject({ reason: "for the dance", counterpart: "anna", transfer_id: sent });
  expect(rows[1]?.at).toBeInstanceOf(Date);
});

test("a model's statement runs to their balance too and names no fan", async () => {
  const fan = await fanWith(database.db, 100);
  const model = await newModel(database.db);
  for (const tokens of [1, 2, 3]) await spend(fan, model, tokens);
  await wallet.rollUp(database.db, model.id);
  await spend(fan, model, 4);
  const { rows } = await wallet.statement(database.db, model, { page: 1 });
  expect(rows.map((row) => [row.tokens, row.balance_after, row.counterpart])).toEqual([
    [4, 10, null],
    [3, 6, null],
    [2, 3, null],
    [1, 1, null],
  ]);
});

test("20 lines make a page, the last page is marked so, and beyond it there is nothing", async () => {
  const fan = await fanWith(database.db, 1_000);
  const model = await newModel(database.db);
  for (let n = 0; n < 44; n++) await spend(fan, model, 1);
  const pages = [];
  for (const page of [1, 2, 3, 4]) pages.push(await wallet.statement(database.db, fan, { page }));
  expect(pages.map((page) => page.rows.length)).toEqual([20, 20, 5, 0]);
  expect(pages.map((page) => page.lastPage)).toEqual([3, 3, 3, 3]);
  const all = pages.flatMap((page) => page.rows);
  expect(all.map((row) => row.balance_after)).toEqual(
    [...Array(44).keys()].map((n) => 956 + n).concat(1_000),
  );
  expect(await wallet.entireStatement(database.db, fan, {})).toEqual(all);
});

test("a kind and whole days in UTC narrow it down, and balances stay what they were", async () => {
  const fan = await fanWith(database.db, 100);
  const model = await newModel(database.db);
  await spend(fan, model, 30);
  await wallet.issue(database.db, { key: newKey(), to: fan, tokens: 5, kind: "bonus", reason: "bonus" });
  const tips = await wallet.statement(database.db, fan, { page: 1, kind: "tip" });
  expect(tips.rows.map((row) => row.balance_after)).toEqual([70]);
  expect((await wallet.statement(database.db, fan, { page: 1, kind: "no such kind" })).rows).toEqual([]);
  const today = new Date().toISOString().slice(0, 10);
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const count = async (filter: { from?: string; to?: string }) =>
    (await wallet.statement(database.db, fan, { page: 1, ...filter })).rows.length;
  expect(await count({ from: yesterday, to: today })).toBe(3);
  expect(await count({ to: yesterday })).toBe(0);
  expect(await count({ from: yesterday })).toBe(3);
});

test("who filters for shows finds what was set aside for them and what came back", async () => {
  const fan = await fanWith(database.db, 100);
  const model = await newModel(database.db);
  await spend(fan, model, 5);
  const held = await wallet.hold(database.db, { key: newKey(), fanId: fan.id, tokens: 60, reason: "show" });
  if (!held.ok) throw new Error("refused");
  const { holdId } = held;
  await wallet.capture(database.db, { key: newKey(), holdId, to: model, tokens: 40, reason: "show" });
  await wallet.release(database.db, { holdId, reason: "show" });
  const filter = { kind: "show_slice" };
  const shows = await wallet.statement(database.db, fan, { page: 1, ...filter });
  expect(shows.rows.map(({ type, tokens }) => [type, tokens])).toEqual([
    ["release", 20],
    ["hold", -60],
  ]);
  expect(await wallet.entireStatement(database.db, fan, filter)).toEqual(shows.rows);
  const earned = await wallet.statement(database.db, model, { page: 1, ...filter });
  expect(earned.rows.map(({ tokens }) => tokens)).toEqual([40]);
});

test("a fan sees nobody else's lines", async () => {
  const [one, two] = [await fanWith(database.db, 1), await fanWith(database.db, 2)];
  const { rows } = await wallet.statement(database.db, one, { page: 1 });
  expect(rows.map((row) => row.tokens)).toEqual([1]);
  expect((await wallet.statement(database.db, two, { page: 1 })).rows.map((row) => row.tokens)).toEqual([2]);
});

test("what came again after a won dispute counts where it came first, as often as that happens, and less what was taken since", async () => {
  const [fan, other] = [await fanWith(database.db, 100), await fanWith(database.db, 0)];
  const issue = async (
    key: string,
    kind: "purchase" | "adjustment" | "referral",
    reason: string,
    to = fan,
  ) => {
    const issued = await wallet.issue(database.db, { key, to, tokens: 40, kind, reason });
    if (!issued.ok) throw new Error("refused");
    return issued.transferId;
  };
  const takeBack = (transferId: number, tokens?: number) =>
    wallet.reverse(database.db, {
      ...{ key: newKey(), transferId, kind: "chargeback", reason: "gone" },
      ...(tokens && { tokens }),
    });
  const id = crypto.randomUUID();
  const first = await issue(`purchase:${id}`, "purchase", "token_purchase");
  const reward = await issue(`referral:${fan.id}`, "referral", "referral_reward");
  const elsewhere = await issue(`purchase:${crypto.randomUUID()}`, "purchase", "token_purchase", other);
  const tokensOf = async () =>
    (await wallet.creditsOf(database.db, fan.id))
      .slice(1)
      .map(({ transferId, tokens }) => [transferId, tokens]);
  let [newest, newestReward] = [first, reward];
  for (let dispute = 0; dispute < 2; dispute++) {
    await takeBack(newest);
    await takeBack(newestReward);
    expect(await tokensOf()).toEqual([
      [first, 0],
      [reward, 0],
    ]);
    newest = await issue(`chargeback_reversed:${id}:${newest}`, "adjustment", "purchase_chargeback_reversed");
    newestReward = await issue(`referral_again:${fan.id}:${newestReward}`, "referral", "referral_restored");
    expect(await tokensOf()).toEqual([
      [first, 40],
      [reward, 40],
    ]);
  }
  await takeBack(newest, 15);
  expect(await tokensOf()).toEqual([
    [first, 25],
    [reward, 40],
  ]);
  expect(await wallet.creditsOf(database.db, other.id)).toEqual([{ transferId: elsewhere, tokens: 40 }]);
  const keys = [`purchase:${id}`, "purchase:none"];
  expect(await wallet.transfersOfKeys(database.db, keys)).toEqual(new Map([[`purchase:${id}`, first]]));
  expect(await wallet.transfersOfKeys(database.db, [])).toEqual(new Map());
});

async function spend(from: Owner, to: Owner, tokens: number, reason = "tip"): Promise<number> {
  const answer = await wallet.transfer(database.db, {
    ...{ key: newKey(), from, to, tokens, kind: "tip", reason, counterpart: "anna" },
  });
  if (!answer.ok) throw new Error("refused");
  return answer.transferId;
}
