import { sql } from "kysely";
import { expect, test } from "vitest";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { createWallet } from "#server/wallet/wallet.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { type NoticeChanges, noticeOf, pendingSubscription } from "#testing/subscriptions/notices.ts";
import {
  type SubscriptionFixture,
  subscriptionFixtures,
} from "#testing/subscriptions/subscription-fixture.ts";
import { until } from "#testing/until.ts";
import type { SubscriptionsNeeds } from "./needs.ts";

const database = fileDatabase();
const openFixture = subscriptionFixtures(database);
const dayMs = 24 * 3_600_000;
const wallet = createWallet();

test("R-OPEN-44: a hundred copies of a notice at once are acknowledged and have one effect", async () => {
  const fixture = await openFixture();
  const { fan } = await pendingSubscription(fixture, { freeTokens: 30 });
  const body = await noticeOf(fixture, fan);
  const answers = await Promise.all(Array.from({ length: 100 }, () => fixture.notify(body)));
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(["200 SUCCESS"]));
  expect(await fixture.notify(body)).toEqual({ status: 200, text: "SUCCESS" });
  const [row] = await fixture.list(fan);
  expect(row?.expire_at).toBe(new Date(fixture.clock.now().getTime() + 30 * dayMs).toISOString());
  expect(await fixture.balance(fan)).toBe(30);
});

test("R-OPEN-44: a renewal reported before the sale: both months are there in the end", async () => {
  const fixture = await openFixture();
  const { fan } = await pendingSubscription(fixture, { freeTokens: 10 });
  await fixture.notify(await noticeOf(fixture, fan, { TransactionType: "REBILL", TransactionID: "t2" }));
  await fixture.notify(await noticeOf(fixture, fan));
  const [row] = await fixture.list(fan);
  expect(row?.expire_at).toBe(new Date(fixture.clock.now().getTime() + 60 * dayMs).toISOString());
  expect(await fixture.balance(fan)).toBe(20);
});

test("a notice without the secret address, from elsewhere, with a foreign seal or unreadable is refused", async () => {
  const fixture = await openFixture();
  const { fan } = await pendingSubscription(fixture, { freeTokens: 10 });
  const other = await pendingSubscription(fixture);
  const body = await noticeOf(fixture, fan);
  const foreign = fixture.provider.store.byUserName(await fixture.userName(other.fan))?.op2 ?? "";
  expect(await fixture.notify(body, "guess")).toEqual({ status: 401, text: "REFUSED" });
  expect((await fixture.notify(await noticeOf(fixture, fan, { op2: foreign }))).status).toBe(401);
  expect((await fixture.notify(await noticeOf(fixture, fan, { op2: "" }))).status).toBe(401);
  for (const bad of [
    "",
    "SALE#t1#",
    body.replace("<cgCallback>", "<!DOCTYPE x [<!ENTITY e 'x'>]><cgCallback>"),
    body.replace("</cgCallback>", "<op2>second</op2></cgCallback>"),
    "message=SALE%23t1%23",
  ])
    expect((await fixture.notify(bad)).status, bad.slice(0, 80)).toBe(400);
  const far = await openFixture({ gateway: { noticeAddresses: ["203.0.113.7"] } });
  const poor = await pendingSubscription(far);
  expect((await far.notify(await noticeOf(far, poor.fan))).status).toBe(401);
  expect([await fixture.list(fan), await far.list(poor.fan)]).toEqual([[], []]);
  expect(await fixture.balance(fan)).toBe(0);
});

test("R-OPEN-44: what is not understood, or not sold here, is kept and acknowledged, asks for a person once, and buys nothing", async () => {
  const fixture = await openFixture();
  const { fan } = await pendingSubscription(fixture, { freeTokens: 10 });
  const odd: NoticeChanges[] = [
    { TransactionType: "GIFT" },
    { TransactionType: "UPSELL", Amount: "4.5" },
    { TransactionType: "UPSELL", TransactionID: "t2", op1: "", op2: "" },
    { Amount: "9,99" },
    { Amount: "" },
  ];
  for (const changes of odd) {
    const body = await noticeOf(fixture, fan, changes);
    for (const _ of [1, 2]) expect(await fixture.notify(body)).toEqual({ status: 200, text: "SUCCESS" });
  }
  expect(fixture.logged().match(/a gateway's message was not understood/g)).toHaveLength(5);
  expect(fixture.logged()).toContain('"sum":"4.5 USD"');
  expect([await fixture.list(fan), await fixture.balance(fan)]).toEqual([[], 0]);
  await fixture.notify(await noticeOf(fixture, fan));
  expect(await fixture.balance(fan), "the sale itself still counts").toBe(10);
});

test("R-OPEN-44: a notice as String, and sums without their last noughts, count as any other", async () => {
  const fixture = await openFixture();
  const { fan } = await pendingSubscription(fixture, { freeTokens: 10 });
  const {
    op1 = "",
    op2 = "",
    packid = "",
  } = fixture.provider.store.byUserName(await fixture.userName(fan)) ?? {};
  const stringOf = (type: string, id: string, seal = op2) => {
    const first = [type, id, "", "A membership", packid, "9.99", "USD", "m1", "a password", "jo@mail.test"];
    const last = ["10.0.0.1", "US", "Jo & Co <x>", "1", "2", op1, seal, "", ""];
    return new URLSearchParams({ message: [...first, ...last].join("#") }).toString();
  };
  expect(await fixture.notify(stringOf("SALE", "t1", "0".repeat(64)))).toMatchObject({ status: 401 });
  for (const _ of [1, 2])
    expect(await fixture.notify(stringOf("SALE", "t1"))).toEqual({ status: 200, text: "success" });
  expect(await fixture.balance(fan)).toBe(10);
  const many = stringOf("REBILL", "t2").replace("membership", "membership%23s");
  expect(await fixture.notify(many)).toEqual({ status: 200, text: "success" });
  expect(fixture.logged()).toContain("a gateway's message was not understood");
  expect(fixture.logged()).not.toContain("a password");
  await fixture.notify(stringOf("REBILL", "t2"));
  expect(await fixture.balance(fan)).toBe(20);
});

test.each<NoticeChanges>([
  { Amount: "0.99" },
  { Amount: "19.99" },
  { Currency: "EUR" },
  { OfferID: "pack1999" },
])("R-OPEN-44: a payment of another sum or package buys nothing: %o", async (changes) => {
  const fixture = await openFixture();
  const { fan } = await pendingSubscription(fixture, { freeTokens: 10 });
  expect((await fixture.notify(await noticeOf(fixture, fan, changes))).status).toBe(200);
  expect([await fixture.list(fan), await fixture.balance(fan)]).toEqual([[], 0]);
  expect(fixture.logged()).toContain("another price than was agreed");
});

test("a notice of a membership that nobody ordered is acknowledged and logged", async () => {
  const fixture = await openFixture();
  const { fan } = await pendingSubscription(fixture);
  const body = await noticeOf(fixture, fan);
  const stranger = await openFixture();
  await sql`select 1`.execute(database.db);
  expect((await stranger.notify(body)).status).toBe(200);
  const unknown = await noticeOf(fixture, fan, { op1: "not-a-reference" });
  expect((await fixture.notify(unknown)).status, "its seal is another's").toBe(401);
});

test.each([
  ["REFUND", "refund"],
  ["CHARGEBACK", "chargeback"],
] as const)(
  "R-OPEN-42, R-OPEN-91: a %s ends the subscription, revokes the links to its files, takes unspent tokens back and leaves the rest as debt",
  async (type, kind) => {
    const revoked: object[] = [];
    const privateFiles: SubscriptionsNeeds["privateFiles"] = {
      revoke: async (_tx, links) => void revoked.push(links),
    };
    const fixture = await openFixture({ needs: (needs) => ({ ...needs, privateFiles }) });
    const { fan, model } = await pendingSubscription(fixture, { freeTokens: 30 });
    await fixture.notify(await noticeOf(fixture, fan));
    await inTransaction(database.db, async (tx) => {
      await wallet.openModelAccount(tx, model);
      const [from, to] = [{ kind: "fan", id: fan } as const, { kind: "model", id: model } as const];
      await wallet.transfer(tx, { key: `spent:${fan}`, from, to, tokens: 12, kind: "tip", reason: "" });
    });
    const back = await noticeOf(fixture, fan, {
      TransactionType: type,
      TransactionID: "back1",
      TransactionReferenceID: "t1",
    });
    await Promise.all([fixture.notify(back), fixture.notify(back)]);
    expect(revoked).toEqual([{ readerId: fan, ownerId: model }]);
    const [row] = await fixture.list(fan);
    expect(row).toMatchObject({ expire_at: fixture.clock.now().toISOString(), user_canceled_at: null });
    expect(row?.canceled_at).not.toBeNull();
    expect(await fixture.subscriptions.subscribed(database.db, fan, [model])).toEqual(new Set());
    expect(await fixture.balance(fan)).toBe(0);
    expect((await wallet.debts(database.db, 1)).rows).toContainEqual({ fanId: fan, tokens: 12 });
    const entries = await wallet.entireStatement(database.db, { kind: "fan", id: fan }, {});
    expect(entries.map(({ type }) => type)).toContain(kind);
  },
);

test("R-OPEN-42: a return of another sum than was paid, or of somebody else's payment, takes nothing back", async () => {
  const fixture = await openFixture();
  const [{ fan }, other] = [
    await pendingSubscription(fixture, { freeTokens: 30 }),
    await pendingSubscription(fixture, { freeTokens: 30 }),
  ];
  await fixture.notify(await noticeOf(fixture, fan));
  await fixture.notify(await noticeOf(fixture, other.fan));
  const back = { TransactionType: "REFUND", TransactionID: "back1", TransactionReferenceID: "t1" };
  expect((await fixture.notify(await noticeOf(fixture, fan, { ...back, Amount: "10.99" }))).status).toBe(200);
  expect(fixture.logged()).toContain("another sum than was paid");
  const foreign = (await noticeOf(fixture, fan, back)).replace(
    `<TransactionReferenceID>t1-${fan}`,
    `<TransactionReferenceID>t1-${other.fan}`,
  );
  expect((await fixture.notify(foreign)).status).toBe(200);
  for (const one of [fan, other.fan]) {
    expect((await fixture.list(one))[0]?.canceled_at).toBeNull();
    expect(await fixture.balance(one)).toBe(30);
  }
});

test("R-AMB-47: cancelled at the provider's office sets only canceled_at; the end it reports ends the access", async () => {
  const fixture = await openFixture();
  const [fan, model] = [await fixture.newFan(), await fixture.newModel()];
  await fixture.join(fan, model);
  fixture.provider.cancelAtOffice(await fixture.userName(fan));
  const row = await until(async () => {
    const [one] = await fixture.list(fan);
    return one?.canceled_at ? one : null;
  }, "the cancellation");
  expect(row.user_canceled_at).toBeNull();
  expect((await fixture.subscriptions.syncGateways()).updated, "it knows itself").toBe(0);
  fixture.clock.advance(dayMs);
  const end = { TransactionType: "CANCELMEMBERSHIP", TransactionID: "end1", Amount: "", Currency: "" };
  await fixture.notify(await noticeOf(fixture, fan, end));
  expect((await fixture.list(fan))[0]?.expire_at).toBe(fixture.clock.now().toISOString());
});

test("R-SUB-09: the late echo of a revoked cancellation cancels nothing; the provider is updated again", async () => {
  const fixture = await openFixture();
  const [fan, model] = [await fixture.newFan(), await fixture.newModel()];
  await fixture.join(fan, model);
  const name = await fixture.userName(fan);
  fixture.provider.setKnobs({ copies: 0 });
  await fixture.call("POST", "/api/fan/unsubscribe-model", { id: fan }, { body: { model_id: model } });
  await fixture.call("POST", "/api/fan/subscribe-model", { id: fan }, { body: { modelId: model } });
  await until(async () => (await fixture.subscriptions.syncGateways()).updated === 0, "the provider to know");
  fixture.provider.store.save({ ...membershipOf(fixture, name), state: "canceled" });
  await fixture.notify(
    await noticeOf(fixture, fan, { TransactionType: "CANCELMEMBERSHIPNOTIFY", TransactionID: "c1" }),
  );
  expect((await fixture.list(fan))[0]?.canceled_at).toBeNull();
  const isOn = async () => {
    // A failed update is repeated by the recurring job.
    await fixture.subscriptions.syncGateways();
    return fixture.provider.store.byUserName(name)?.state === "running";
  };
  await until(isOn, "the renewal to be on again");
});

test("R-SUB-09: a cancellation reported while the provider answers an update is not lost: it is updated again", async () => {
  const [asked, reported] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const fixture = await openFixture({
    gateway: {
      fetch: async (url, init) => {
        const answer = await fetch(url, init);
        if (!String(url).endsWith("/resume-membership")) return answer;
        asked.resolve();
        await reported.promise;
        return answer;
      },
    },
  });
  const [fan, model] = [await fixture.newFan(), await fixture.newModel()];
  await fixture.join(fan, model);
  const name = await fixture.userName(fan);
  fixture.provider.setKnobs({ copies: 0 });
  await fixture.call("POST", "/api/fan/unsubscribe-model", { id: fan }, { body: { model_id: model } });
  await until(() => fixture.provider.store.byUserName(name)?.state === "canceled", "the cancellation");
  await fixture.call("POST", "/api/fan/subscribe-model", { id: fan }, { body: { modelId: model } });
  await asked.promise;
  // Switched on already, and off again before its answer is read.
  fixture.provider.store.save({ ...membershipOf(fixture, name), state: "canceled" });
  await fixture.notify(
    await noticeOf(fixture, fan, { TransactionType: "CANCELMEMBERSHIPNOTIFY", TransactionID: "c1" }),
  );
  reported.resolve();
  await until(
    () => fixture.provider.store.byUserName(name)?.state === "running",
    "the renewal to be on again",
  );
  expect((await fixture.list(fan))[0]?.canceled_at).toBeNull();
});

function membershipOf(fixture: SubscriptionFixture, name: string) {
  const membership = fixture.provider.store.byUserName(name);
  if (!membership) throw new Error("no such membership");
  return membership;
}

test("R-SUB-05: a month that is charged after the cancellation is kept, and an event is published", async () => {
  const fixture = await openFixture();
  const [fan, model] = [await fixture.newFan(), await fixture.newModel()];
  await fixture.join(fan, model);
  await fixture.call("POST", "/api/fan/unsubscribe-model", { id: fan }, { body: { model_id: model } });
  await until(async () => (await fixture.subscriptions.syncGateways()).updated === 0, "the provider to know");
  await fixture.notify(await noticeOf(fixture, fan, { TransactionType: "REBILL", TransactionID: "late" }));
  const [row] = await fixture.list(fan);
  expect(row?.canceled_at).not.toBeNull();
  expect(fixture.logged()).toContain("paid after its cancellation");
});

/** Pays the running month of a subscription again, for so long. */
const insertCharge = (id: number, payment: string, length: string) => `
  insert into subscriptions.charge (subscription_id, gateway, transaction_id, amount_cents, currency, renewal, state,
    period_start, period_end, free_tokens, transfer_id, at)
  select subscription_id, ${payment}, 999, 'USD', false, 'paid', period_start, period_start + interval '${length}',
    free_tokens, transfer_id, now()
  from subscriptions.charge where subscription_id = ${id}`;

test("the database refuses what the module would never do", async () => {
  const fixture = await openFixture();
  const [fan, model] = [await fixture.newFan(), await fixture.newModel({ freeTokens: 3 })];
  const { id } = await fixture.join(fan, model);
  const change = (text: string) => sql.raw(text).execute(database.owner);
  const of = `where id = ${id}`;
  for (const [text, state] of [
    [`update subscriptions.subscription set price_cents = 1 ${of}`, "PY002"],
    [`update subscriptions.subscription set fan_id = 1 ${of}`, "PY002"],
    [
      `update subscriptions.subscription set state = 'pending', started_at = null, expire_at = null ${of}`,
      "PY001",
    ],
    [`update subscriptions.subscription set canceled_at = now() ${of}`, "23514"],
    [`delete from subscriptions.subscription ${of}`, "PY002"],
    [`truncate subscriptions.charge cascade`, "PY002"],
    [`update subscriptions.charge set amount_cents = 1 where subscription_id = ${id}`, "PY002"],
    [`update subscriptions.charge set renewal = true where subscription_id = ${id}`, "PY002"],
    [`update subscriptions.charge set period_end = now() where subscription_id = ${id}`, "PY005"],
    [`delete from subscriptions.charge where subscription_id = ${id}`, "PY002"],
    [`update subscriptions.step set kind = 'ended' where subscription_id = ${id}`, "PY002"],
    [`delete from subscriptions.notice where subscription_id = ${id}`, "PY002"],
    [insertCharge(id, "gateway, transaction_id", "720 hours"), "23505"],
    [insertCharge(id, "'x', 'y'", "31 days"), "PY005"],
    [insertCharge(id, "'x', 'y'", "720 hours"), "PY003"],
  ] as const)
    await expect(change(text), text).rejects.toMatchObject({ code: state });
});
