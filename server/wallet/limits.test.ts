import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { fanWith, newKey, newModel } from "#testing/wallet/accounts.ts";
import { type WalletClock, walletClock } from "#testing/wallet/wallet-clock.ts";
import type { Owner } from "./orders.ts";
import { createWallet } from "./wallet.ts";

const database = fileDatabase();
const wallet = createWallet();
const hourMs = 3_600_000;
const none = { day: null, week: null, month: null };
let clock: WalletClock;

beforeEach(async () => {
  clock = await walletClock(database.owner, "2026-05-04T12:00:00Z");
});

test("without limits everything goes through, and what was spent is counted all the same", async () => {
  const { fan, model } = await people();
  expect(await tip(fan, model, 900)).toMatchObject({ ok: true });
  expect(await wallet.limits(database.db, fan.id)).toEqual({
    ...none,
    pending: null,
    spent: { day: 900, week: 900, month: 900 },
    pausedUntil: null,
  });
  expect(await wallet.allowance(database.db, fan.id)).toBeNull();
});

test("a tighter limit holds at once; what goes over it moves nothing and reports when it would go through", async () => {
  const { fan, model } = await people();
  await tip(fan, model, 60);
  await clock.pass(2 * hourMs);
  await tip(fan, model, 30);
  await wallet.setLimits(database.db, fan.id, { ...none, day: 100 });
  expect(await wallet.allowance(database.db, fan.id)).toBe(10);
  expect(await tip(fan, model, 11)).toEqual({
    ok: false,
    refusal: { code: "limit_reached", limit: "day", freeAt: new Date("2026-05-05T12:00:00Z") },
  });
  expect(await tip(fan, model, 71)).toMatchObject({
    refusal: { code: "limit_reached", freeAt: new Date("2026-05-05T14:00:00Z") },
  });
  expect(await tip(fan, model, 101)).toMatchObject({ refusal: { code: "limit_reached", freeAt: null } });
  expect(await wallet.balance(database.db, fan)).toBe(910);
  expect(await tip(fan, model, 10)).toMatchObject({ ok: true, balance: 900 });
  await clock.set(new Date("2026-05-05T12:00:00Z"));
  expect(await tip(fan, model, 60)).toMatchObject({ ok: true });
  expect(await tip(fan, model, 1)).toMatchObject({ ok: false });
});

test("of several limits the one that holds longest is named", async () => {
  const { fan, model } = await people();
  await wallet.setLimits(database.db, fan.id, { day: 50, week: 80, month: 90 });
  await tip(fan, model, 50);
  await clock.pass(25 * hourMs);
  await tip(fan, model, 30);
  expect(await tip(fan, model, 21)).toMatchObject({
    refusal: { limit: "month", freeAt: new Date("2026-06-03T12:00:00Z") },
  });
  expect(await tip(fan, model, 5)).toMatchObject({
    refusal: { limit: "week", freeAt: new Date("2026-05-11T12:00:00Z") },
  });
});

test("raising and removing wait for 24 hours; lowering meanwhile does not prolong it, choosing more does", async () => {
  const { fan } = await people();
  const chosen = () => wallet.limits(database.db, fan.id);
  const choose = (limits: Partial<typeof none | Record<"day" | "week" | "month", number>>) =>
    wallet.setLimits(database.db, fan.id, { ...none, ...limits });
  await choose({ day: 100, week: 300 });
  await choose({ day: 200, week: 300 });
  const from = new Date("2026-05-05T12:00:00Z");
  expect(await chosen()).toMatchObject({ day: 100, week: 300, pending: { day: 200, week: 300, from } });
  await clock.pass(10 * hourMs);
  await choose({ day: 200, week: 250 });
  expect(await chosen()).toMatchObject({ day: 100, week: 250, pending: { day: 200, week: 250, from } });
  await choose({ week: 250 });
  const later = new Date("2026-05-05T22:00:00Z");
  expect(await chosen()).toMatchObject({ day: 100, pending: { day: null, from: later } });
  await choose({ day: 100, week: 250 });
  expect(await chosen()).toMatchObject({ day: 100, week: 250, pending: null });
  await choose({ week: 250 });
  await clock.pass(24 * hourMs - 1);
  expect(await chosen()).toMatchObject({ day: 100 });
  await clock.pass(1);
  expect(await chosen()).toMatchObject({ day: null, week: 250, pending: null });
  await choose({ day: 40, week: 250 });
  expect(await chosen()).toMatchObject({ day: 40, week: 250, pending: null });
});

test("what is set aside for a show counts until it comes back; a show takes no more than the limit leaves", async () => {
  const { fan, model } = await people();
  await wallet.setLimits(database.db, fan.id, { ...none, day: 100 });
  const held = await wallet.hold(database.db, { key: newKey(), fanId: fan.id, tokens: 60, reason: "show" });
  if (!held.ok) throw new Error("refused");
  const more = (tokens: number) =>
    wallet.extendHold(database.db, { key: newKey(), holdId: held.holdId, tokens, reason: "show" });
  expect(await tip(fan, model, 41)).toMatchObject({ refusal: { code: "limit_reached" } });
  expect(await more(41)).toMatchObject({ refusal: { code: "limit_reached", limit: "day" } });
  expect(await more(40)).toMatchObject({ ok: true, held: 100 });
  const slice = { key: newKey(), holdId: held.holdId, to: model, tokens: 70, reason: "show" };
  expect(await wallet.capture(database.db, slice)).toMatchObject({ ok: true, held: 30 });
  expect(await wallet.allowance(database.db, fan.id)).toBe(0);
  await wallet.release(database.db, { holdId: held.holdId, reason: "show" });
  expect(await wallet.limits(database.db, fan.id)).toMatchObject({ spent: { day: 70 } });
  expect(await tip(fan, model, 31)).toMatchObject({ ok: false });
  expect(await tip(fan, model, 30)).toMatchObject({ ok: true });
});

test("what is set aside for a show is free at the latest when all of it is charged now and has left the span", async () => {
  const { fan, model } = await people();
  await wallet.setLimits(database.db, fan.id, { ...none, day: 100, week: 200 });
  await tip(fan, model, 30);
  await clock.pass(2 * hourMs);
  const held = await wallet.hold(database.db, { key: newKey(), fanId: fan.id, tokens: 60, reason: "show" });
  if (!held.ok) throw new Error("refused");
  await clock.pass(hourMs);
  const freeAt = async (tokens: number) => (await wallet.limitRefusal(database.db, fan.id, tokens))?.freeAt;
  expect(await freeAt(40)).toEqual(new Date("2026-05-05T12:00:00Z"));
  expect(await freeAt(41)).toEqual(new Date("2026-05-05T15:00:00Z"));
  expect(await freeAt(100)).toEqual(new Date("2026-05-05T15:00:00Z"));
  expect(await wallet.limitRefusal(database.db, fan.id, 101)).toMatchObject({ limit: "day", freeAt: null });
  const slice = { key: newKey(), holdId: held.holdId, to: model, tokens: 60, reason: "show" };
  await wallet.capture(database.db, slice);
  await clock.set(new Date("2026-05-05T15:00:00Z"));
  expect(await tip(fan, model, 100)).toMatchObject({ ok: true });
});

test("a spending that was given back leaves room again, and buying tokens is no spending", async () => {
  const { fan, model } = await people();
  await wallet.setLimits(database.db, fan.id, { ...none, week: 100 });
  const spent = await tip(fan, model, 100);
  if (!spent.ok) throw new Error("refused");
  await wallet.issue(database.db, { key: newKey(), to: fan, tokens: 500, kind: "purchase", reason: "pack" });
  expect(await tip(fan, model, 1)).toMatchObject({ refusal: { limit: "week" } });
  await wallet.reverse(database.db, {
    key: newKey(),
    transferId: spent.transferId,
    tokens: 40,
    kind: "refund",
    reason: "sorry",
  });
  expect(await tip(fan, model, 41)).toMatchObject({ ok: false });
  expect(await tip(fan, model, 40)).toMatchObject({ ok: true });
});

test("what the platform gave back of a spending counts no more than what the model did, whatever else it gives", async () => {
  const { fan, model } = await people();
  const [one, other] = [await tip(fan, model, 60), await tip(fan, model, 40)];
  if (!one.ok || !other.ok) throw new Error("refused");
  const refund = { to: fan, kind: "refund", reason: "removed_content" } as const;
  await wallet.reverse(database.db, {
    key: newKey(),
    transferId: one.transferId,
    tokens: 20,
    kind: "refund",
    reason: "removed_content",
  });
  const ofPlatform = { key: newKey(), tokens: 30, metadata: { returns: one.transferId }, ...refund };
  await wallet.issue(database.db, ofPlatform);
  await wallet.issue(database.db, ofPlatform);
  await wallet.issue(database.db, { key: newKey(), tokens: 25, ...refund });
  expect((await wallet.limits(database.db, fan.id)).spent).toEqual({ day: 50, week: 50, month: 50 });
  await wallet.setLimits(database.db, fan.id, { ...none, day: 100 });
  expect(await tip(fan, model, 51)).toMatchObject({ refusal: { code: "limit_reached" } });
  expect(await tip(fan, model, 50)).toMatchObject({ ok: true });
});

test("many spendings at once, tips, holds and batches alike, never go over a limit together", async () => {
  const { fan, model } = await people();
  await wallet.setLimits(database.db, fan.id, { ...none, day: 100 });
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, n) => {
      if (n % 3 === 0) return tip(fan, model, 9);
      if (n % 3 === 1)
        return wallet.hold(database.db, { key: newKey(), fanId: fan.id, tokens: 9, reason: "show" });
      return inTransaction(database.db, async (tx) => {
        const [first] = await wallet.transferAll(tx, [order(fan, model, 9)]);
        if (!first) throw new Error("unanswered");
        return first;
      });
    }),
  );
  expect(answers.filter(({ ok }) => ok)).toHaveLength(11);
  expect(await wallet.limits(database.db, fan.id)).toMatchObject({ spent: { day: 99 } });
  expect(await wallet.balance(database.db, fan)).toBe(901);
});

test("a repeated key gets its first answer, though the limit is used up since; a refused key is free", async () => {
  const { fan, model } = await people();
  const first = order(fan, model, 80);
  await wallet.transfer(database.db, first);
  await wallet.setLimits(database.db, fan.id, { ...none, day: 80 });
  expect(await wallet.transfer(database.db, first)).toMatchObject({ ok: true, replayed: true, balance: 920 });
  const refused = order(fan, model, 10);
  expect(await wallet.transfer(database.db, refused)).toMatchObject({ ok: false });
  await clock.pass(24 * hourMs);
  expect(await wallet.transfer(database.db, refused)).toMatchObject({ ok: true, replayed: false });
});

test("a limit is named before a balance that is too low: buying tokens would not help", async () => {
  const { fan, model } = await people(5);
  await wallet.setLimits(database.db, fan.id, { ...none, day: 8 });
  expect(await tip(fan, model, 9)).toMatchObject({ refusal: { code: "limit_reached" } });
  expect(await tip(fan, model, 7)).toMatchObject({ refusal: { code: "too_few_tokens", needed: 7 } });
});

test("in a pause nothing is spent; it can be made longer and never shorter, not even by hand", async () => {
  const { fan, model } = await people();
  await wallet.pauseSpending(database.db, fan.id, 7);
  const until = new Date("2026-05-11T12:00:00Z");
  const refusal = { code: "spending_paused", freeAt: until };
  expect(await tip(fan, model, 1)).toEqual({ ok: false, refusal });
  const hold = { key: newKey(), fanId: fan.id, tokens: 1, reason: "show" };
  expect(await wallet.hold(database.db, hold)).toEqual({ ok: false, refusal });
  expect(await wallet.limitRefusal(database.db, fan.id, 1)).toEqual(refusal);
  expect(await wallet.allowance(database.db, fan.id)).toBe(0);
  await wallet.pauseSpending(database.db, fan.id, 1);
  expect(await wallet.pausedUntil(database.db, fan.id)).toEqual(until);
  const shorten = sql`update wallet.spend_limit set paused_until = null where fan_id = ${fan.id}`;
  await expect(shorten.execute(database.owner)).rejects.toThrow(/cannot be shortened/);
  await expect(shorten.execute(database.db)).rejects.toThrow(/permission denied/);
  await wallet.pauseSpending(database.db, fan.id, 30);
  expect(await wallet.pausedUntil(database.db, fan.id)).toEqual(new Date("2026-06-03T12:00:00Z"));
  await clock.set(new Date("2026-06-03T12:00:00Z"));
  expect(await wallet.pausedUntil(database.db, fan.id)).toBeNull();
  expect(await tip(fan, model, 1)).toMatchObject({ ok: true });
});

test("the database takes no limit below one token, no pause of no days, and keeps every choice", async () => {
  const { fan } = await people();
  await expect(wallet.setLimits(database.db, fan.id, { ...none, day: 0 })).rejects.toThrow(/check/);
  await expect(wallet.pauseSpending(database.db, fan.id, 0)).rejects.toThrow(/pause of 0 days/);
  await wallet.setLimits(database.db, fan.id, { ...none, day: 5 });
  const forget = sql`delete from wallet.spend_limit_change where fan_id = ${fan.id}`;
  await expect(forget.execute(database.owner)).rejects.toThrow(/final/);
});

async function people(tokens = 1_000) {
  return { fan: await fanWith(database.db, tokens), model: await newModel(database.db) };
}

const order = (from: Owner, to: Owner, tokens: number) =>
  ({ key: newKey(), from, to, tokens, kind: "tip", reason: "" }) as const;

function tip(from: Owner, to: Owner, tokens: number) {
  return wallet.transfer(database.db, order(from, to, tokens));
}
