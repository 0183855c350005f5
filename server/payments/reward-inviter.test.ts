import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createIdentity } from "#server/identity/identity.ts";
import { systemClock } from "#server/kit/clock.ts";
import { readRows } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { memoryLimits } from "#server/kit/http/limits.ts";
import { createWallet } from "#server/wallet/wallet.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { sendReport } from "#testing/payments/callbacks.ts";
import { type PaymentFixture, paymentFixtures } from "#testing/payments/payment-fixture.ts";
import { cards } from "#testing/payments/requests.ts";
import { until } from "#testing/until.ts";
import { rewardInviter } from "./reward-inviter.ts";

const database = fileDatabase();
const openFixture = paymentFixtures(database);
const wallet = createWallet();
const nothing = async () => undefined;
const identity = () =>
  createIdentity({
    db: database.db,
    clock: systemClock,
    limits: memoryLimits(),
    tokenSecret: new Uint8Array(32),
    staffSecondFactor: false,
    sessionsKeptDays: 30,
    secondFactorSecret: new Uint8Array(32),
    mailer: { enqueue: nothing },
    twitter: null,
    publicOrigin: "http://127.0.0.1:1",
    emailConfirmed: async () => 0,
    privateFiles: { revoke: nothing },
    opened: (tx, { id }) => wallet.openFanAccount(tx, id),
    guessablePasswords: "refused",
    isBreached: async () => false,
    legalVersionOf: () => "1",
    revoked: () => undefined,
  });

/** Payments that reward inviters, over the accounts of the same database. */
const shopWithRewards = () =>
  openFixture({
    needs: (needs) => ({
      ...needs,
      purchaseHooks: [rewardInviter({ referrals: identity().referrals, wallet })],
    }),
  });

function open(referrerId: number | null = null) {
  const login = `fan${randomUUID().replaceAll("-", "").slice(0, 12)}`;
  const fields = {
    login,
    email: `${login}@example.test`,
    passwordHash: "x",
    role: "fan",
    language: "en",
  } as const;
  return inTransaction(database.db, (tx) =>
    identity().open(tx, { ...fields, address: "127.0.0.1", referrerId }),
  );
}

/** An inviter and the friend they invited. */
async function pair() {
  const inviter = await open();
  return { inviter: inviter.id, friend: (await open(inviter.id)).id };
}

const block = (id: number) =>
  inTransaction(database.db, (tx) =>
    sql`update accounts.account set status = 'blocked' where id = ${id}`.execute(tx),
  );
const rewardsOf = async (inviter: number) => {
  const { rows } = await wallet.statement(database.db, { kind: "fan", id: inviter }, { page: 1 });
  return rows.map(({ type, tokens, reason }) => ({ type, tokens, reason })).reverse();
};
const reward = { type: "referral", tokens: 50, reason: "referral_reward" };

/** Lets the processor report what became of the sale, and waits until it is applied. */
async function befall(
  fixture: PaymentFixture,
  transactionId: string,
  kind: "refunded" | "charged_back" | "chargeback_reversed",
) {
  const sale = fixture.sandbox.store.byReference(transactionId);
  if (!sale) throw new Error("the processor knows nothing of the sale");
  fixture.sandbox.befall(sale, kind);
  const state = sql<{ state: string }>`select state from payments.intent where id = ${transactionId}`;
  await until(async () => (await readRows(database.db, state))[0]?.state === kind, kind);
}

test("R-REF-04, R-OPEN-82: the inviter gets 50 tokens at a friend's first purchase, once, and again for another friend", async () => {
  const fixture = await shopWithRewards();
  const { inviter, friend } = await pair();
  await fixture.buy(friend);
  expect(await rewardsOf(inviter)).toEqual([reward]);
  await fixture.buy(friend);
  expect(await rewardsOf(inviter)).toEqual([reward]);
  await fixture.buy((await open(inviter)).id);
  expect(await fixture.balance(inviter)).toBe(100);
});

test("R-OPEN-82: a declined payment rewards nobody, and the next one that is paid counts as the first", async () => {
  const fixture = await shopWithRewards();
  const { inviter, friend } = await pair();
  await fixture.buy(friend, { card_number: cards.declined });
  expect(await rewardsOf(inviter)).toEqual([]);
  await fixture.buy(friend);
  expect(await rewardsOf(inviter)).toEqual([reward]);
});

test("R-REF-04: two first purchases at the same moment, each reported three times, reward once", async () => {
  const fixture = await shopWithRewards();
  const { inviter, friend } = await pair();
  fixture.sandbox.knobs.setDefaults({ callbackCopies: 3 });
  const other = fixture.anotherProcess();
  await Promise.all([fixture.buy(friend), fixture.buy(friend), other.reconcile()]);
  await other.reconcile();
  expect(await fixture.balance(friend)).toBe(200);
  expect(await rewardsOf(inviter)).toEqual([reward]);
});

test("R-OPEN-42: a refund of the first purchase cancels the reward, once; the next purchase earns none", async () => {
  const fixture = await shopWithRewards();
  const { inviter, friend } = await pair();
  const first = await fixture.buy(friend);
  const second = await fixture.buy(friend);
  await befall(fixture, second.body.transaction_id, "refunded");
  expect(await fixture.balance(inviter)).toBe(50);
  fixture.sandbox.knobs.setDefaults({ callbackCopies: 3 });
  await befall(fixture, first.body.transaction_id, "refunded");
  expect(await fixture.balance(inviter)).toBe(0);
  await fixture.buy(friend);
  expect(await rewardsOf(inviter)).toEqual([
    reward,
    { type: "refund", tokens: -50, reason: "referral_cancelled" },
  ]);
});

test("R-OPEN-42: a reward that is spent when its purchase is charged back is owed; a dispute that was won settles it", async () => {
  const fixture = await shopWithRewards();
  const { inviter, friend } = await pair();
  const { body } = await fixture.buy(friend);
  const model = { kind: "model", id: 900 } as const;
  const spend = (tokens: number) =>
    inTransaction(database.db, async (tx) => {
      await wallet.openModelAccount(tx, model.id);
      const from = { kind: "fan", id: inviter } as const;
      return wallet.transfer(tx, { key: randomUUID(), from, to: model, tokens, kind: "tip", reason: "" });
    });
  expect(await spend(30)).toMatchObject({ ok: true });
  await befall(fixture, body.transaction_id, "charged_back");
  expect(await fixture.balance(inviter)).toBe(0);
  expect(await spend(1)).toMatchObject({ ok: false });
  await befall(fixture, body.transaction_id, "chargeback_reversed");
  expect(await fixture.balance(inviter)).toBe(20);
  expect(await spend(20)).toMatchObject({ ok: true });
});

test("R-OPEN-42: a dispute of two rounds that ends in a refund leaves neither tokens nor reward, whichever report is first", async () => {
  const fixture = await shopWithRewards();
  const { inviter, friend } = await pair();
  const { body } = await fixture.buy(friend);
  const worths: number[] = [];
  for (const kind of [
    "charged_back",
    "chargeback_reversed",
    "charged_back",
    "chargeback_reversed",
  ] as const) {
    await befall(fixture, body.transaction_id, kind);
    worths.push(await fixture.balance(friend), await fixture.balance(inviter));
  }
  expect(worths).toEqual([0, 0, 100, 50, 0, 0, 100, 50]);
  await befall(fixture, body.transaction_id, "refunded");
  expect([await fixture.balance(friend), await fixture.balance(inviter)]).toEqual([0, 0]);

  const early = await pair();
  fixture.sandbox.knobs.setDefaults({ callbackCopies: 0 });
  const second = await fixture.buy(early.friend, { card_number: cards.redirect });
  const reference = second.body.transaction_id;
  for (const status of ["chargeback_reversed", "charged_back", "approved"])
    await sendReport(fixture.origin, { reference, status });
  expect([await fixture.balance(early.friend), await fixture.balance(early.inviter)]).toEqual([100, 50]);
});

test("R-REF-04: a blocked inviter gets nothing, then or later, and invites nobody any more", async () => {
  const fixture = await shopWithRewards();
  const { inviter, friend } = await pair();
  await block(inviter);
  await fixture.buy(friend);
  await fixture.buy(friend);
  expect(await rewardsOf(inviter)).toEqual([]);
  const form = {
    login: "late",
    password: "a secret",
    role: "fan",
    language: "en",
    referrerId: inviter,
  } as const;
  await identity().register({ ...form, email: "late@example.test" }, { address: "10.9.9.9", userAgent: "" });
  expect((await identity().byName(database.db, "late"))?.referrer_id).toBeNull();
});

test("R-OPEN-82: nobody invites themselves, and no circle of inviters is possible, even by direct SQL", async () => {
  const { inviter, friend } = await pair();
  const refer = (id: number, to: number | null) =>
    inTransaction(database.db, (tx) =>
      sql`update accounts.account set referrer_id = ${to} where id = ${id}`.execute(tx),
    );
  await expect(refer(inviter, friend)).rejects.toThrow(/never changes|inviter_came_before/);
  await expect(refer(friend, friend)).rejects.toThrow(/never changes/);
  const later = await open();
  await expect(refer(friend, later.id)).rejects.toThrow(/never changes/);
  await refer(friend, null);
});
