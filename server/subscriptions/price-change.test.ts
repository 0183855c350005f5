import { sql } from "kysely";
import { expect, test } from "vitest";
import { fileDatabase } from "#testing/database/test-database.ts";
import { noticeOf } from "#testing/subscriptions/notices.ts";
import {
  type SubscriptionFixture,
  subscriptionFixtures,
} from "#testing/subscriptions/subscription-fixture.ts";
import { until } from "#testing/until.ts";

const database = fileDatabase();
const openFixture = subscriptionFixtures(database);
const dayMs = 24 * 3_600_000;

const raise = ({ subscriptions }: SubscriptionFixture, model: number, priceCents = 1999, freeTokens = 0) =>
  subscriptions.changePlan(model, { priceCents, freeTokens, enabled: true });

/** A subscriber at $9.99 who was asked for $19.99, twenty days before the renewal. */
async function askedSubscriber(fixture: SubscriptionFixture) {
  const [fan, model] = [await fixture.newFan(), await fixture.newModel()];
  const row = await fixture.join(fan, model);
  fixture.clock.advance(10 * dayMs);
  await raise(fixture, model);
  await fixture.subscriptions.askAboutPrices();
  return { fan, model, row };
}

const agree = (fixture: SubscriptionFixture, fan: number, subscription_id: number, price = 19.99) =>
  fixture.call("POST", "/api/fan/agree-to-price", { id: fan }, { body: { subscription_id, price } });

const membershipOf = async (fixture: SubscriptionFixture, fan: number) =>
  fixture.provider.store.byUserName(await fixture.userName(fan));

/** Waits until the provider knows of a fan's membership what was commanded here. */
const untilSynced = (fixture: SubscriptionFixture, fan: number, known: { state: string; amount: string }) =>
  until(async () => {
    await fixture.subscriptions.syncGateways();
    const membership = await membershipOf(fixture, fan);
    return membership?.state === known.state && membership.amount === known.amount;
  }, `the provider to know: ${known.state} at ${known.amount}`);

/** The subjects of a fan's mails: one file's tests share its database. */
const mailsTo = ({ emails }: SubscriptionFixture, fan: number) =>
  emails.flatMap(({ to, subject }) => (to === `fan${fan}@fans.test` ? [subject] : []));

const changesOf = async (id: number) =>
  (
    await sql<{ to_cents: number; state: string }>`
      select to_cents, state from subscriptions.price_change where subscription_id = ${id} order by id`.execute(
      database.db,
    )
  ).rows.map(({ to_cents, state }) => `${to_cents} ${state}`);

test("who is subscribed is asked once for a higher price, by mail and in the app, and keeps the old one until then", async () => {
  const fixture = await openFixture();
  const { fan, model, row } = await askedSubscriber(fixture);
  await Promise.all([fixture.subscriptions.askAboutPrices(), fixture.subscriptions.askAboutPrices()]);
  expect(mailsTo(fixture, fan)).toEqual(["Your subscription price is changing: do you agree?"]);
  const text = fixture.emails[0]?.paragraphs.join("\n");
  expect(text).toContain(
    `your subscription to ${row.name} goes from $9.99 to $19.99 every 30 days starting December 21, 2026 (UTC)`,
  );
  expect(text).toContain("before December 20, 2026");
  expect(text).toContain("you’re never charged the new price: your subscription ends on December 21, 2026");
  expect(await fixture.list(fan)).toMatchObject([
    { price: 9.99, price_change: { price: 19.99, freeTokens: 0, from: row.expire_at } },
  ]);
  expect(await fixture.subscriptions.priceChanges(fan)).toEqual([
    { id: model, modelName: row.name, price: 9.99, newPrice: 19.99, from: row.expire_at },
  ]);
  expect((await membershipOf(fixture, fan))?.amount).toBe("9.99");
});

test("R-OPEN-15: no page announces the new price or the end of a subscription to a model who has left", async () => {
  const fixture = await openFixture();
  const { fan, model, row } = await askedSubscriber(fixture);
  const { subscriptions, clock } = fixture;
  const leave = (closedAt: Date | null) =>
    sql`update catalog.model set closed_at = ${closedAt} where id = ${model}`.execute(database.db);
  expect(await subscriptions.priceChanges(fan)).toHaveLength(1);
  await leave(clock.now());
  expect(await subscriptions.priceChanges(fan)).toEqual([]);
  await leave(null);
  await subscriptions.cancelByModel(fan, model);
  clock.set(new Date(new Date(row.expire_at ?? "").getTime() - 86_400_000));
  expect(await subscriptions.ending(fan)).toMatchObject([{ id: model, modelName: row.name }]);
  await leave(clock.now());
  expect(await subscriptions.ending(fan)).toEqual([]);
});

test("who agrees is charged the new price from the renewal on, and what they read is kept", async () => {
  const fixture = await openFixture();
  fixture.fans.language = "es";
  const { fan, row } = await askedSubscriber(fixture);
  expect((await agree(fixture, fan, row.id)).body).toMatchObject({
    status: "active",
    subscription: { price: 19.99, price_change: null, expire_at: row.expire_at },
  });
  await untilSynced(fixture, fan, { state: "running", amount: "19.99" });
  const { rows } = await sql<{ price_cents: number; text: string; accepted_at: Date }>`
    select price_cents, text, accepted_at from subscriptions.agreement where subscription_id = ${row.id} order by id`.execute(
    database.db,
  );
  expect(rows.map(({ price_cents }) => price_cents)).toEqual([999, 1999]);
  expect(rows[1]?.accepted_at).toEqual(fixture.clock.now());
  expect(rows[1]?.text).toBe(
    [
      `New price for ${row.name}`,
      "Now: $9.99 every 30 days",
      "From Dec 21, 2026: $19.99 every 30 days, VAT included",
      "Cancel any time under Subscriptions; it stays active until the paid period ends",
      "I agree to be charged $19.99 on Dec 21, 2026 and every 30 days after that until I cancel.",
    ].join("\n"),
  );
  const agreed = fixture.emails.at(-1);
  expect(agreed?.subject).toBe("Aceptaste el precio nuevo de tu suscripción");
  expect(agreed?.paragraphs[0]).toContain(`por tu suscripción a ${row.name} el 21 de diciembre de 2026`);
  fixture.clock.set(row.expire_at);
  fixture.provider.rebill(await fixture.userName(fan));
  await until(async () => (await fixture.list(fan))[0]?.expire_at !== row.expire_at, "the renewal");
  fixture.provider.giveBack(await fixture.userName(fan), "refunded");
  await until(async () => (await fixture.list(fan))[0]?.canceled_at, "the return of the new price");
});

test("agreeing twice, and eight times at once, is one agreement, one mail and one answer", async () => {
  const fixture = await openFixture();
  const { fan, row } = await askedSubscriber(fixture);
  const answers = await Promise.all(Array.from({ length: 8 }, () => agree(fixture, fan, row.id)));
  answers.push(await agree(fixture, fan, row.id));
  expect(new Set(answers.map(({ status, body }) => `${status} ${String(body.status)}`))).toEqual(
    new Set(["200 active"]),
  );
  expect(await changesOf(row.id)).toEqual(["1999 agreed"]);
  expect(mailsTo(fixture, fan)).toHaveLength(2);
});

test("who does not answer by the day before is not renewed, is notified of it, and is never charged the new price", async () => {
  const fixture = await openFixture();
  const { fan, model, row } = await askedSubscriber(fixture);
  fixture.clock.set(new Date(Date.parse(row.expire_at) - 3 * dayMs));
  await fixture.subscriptions.remindOfRenewals();
  fixture.clock.set(new Date(Date.parse(row.expire_at) - dayMs - 1));
  await fixture.subscriptions.askAboutPrices();
  expect(await changesOf(row.id)).toEqual(["1999 open"]);
  fixture.clock.advance(1);
  await Promise.all([fixture.subscriptions.askAboutPrices(), fixture.subscriptions.askAboutPrices()]);
  expect(await changesOf(row.id)).toEqual(["1999 lapsed"]);
  const question = "Your subscription price is changing: do you agree?";
  const end = "Your subscription ends on December 21, 2026";
  expect(mailsTo(fixture, fan)).toEqual([question, question, end]);
  expect(fixture.emails.at(-1)?.paragraphs[0]).toContain(`${row.name}’s new price`);
  await untilSynced(fixture, fan, { state: "canceled", amount: "9.99" });
  expect(await fixture.list(fan)).toMatchObject([{ user_canceled_at: null, price_change: { price: 19.99 } }]);
  expect(await fixture.subscriptions.subscribed(database.db, fan, [model])).toEqual(new Set([model]));
  const again = await fixture.call(
    "POST",
    "/api/fan/subscribe-model",
    { id: fan },
    { body: { modelId: model } },
  );
  expect([again.status, again.body.code]).toEqual([409, "price_consent_needed"]);
  expect((await agree(fixture, fan, row.id)).body.subscription).toMatchObject({ canceled_at: null });
  await untilSynced(fixture, fan, { state: "running", amount: "19.99" });
});

const ban = (model: number, fan: number) =>
  sql`insert into catalog.ban (model_id, fan_id, banned_at) values (${model}, ${fan}, now())`;
const block = (model: number, fan: number) =>
  sql`insert into catalog.blocked (model_id, fan_id, blocked_at) values (${model}, ${fan}, now())`;
const hide = (model: number) => sql`update catalog.model set hidden = true where id = ${model}`;

test.each([
  ["the model has banned", ban, 403, "banned"],
  ["has blocked the model", block, 403, "model_blocked"],
  ["would come back to a hidden model", hide, 404, "unknown_model"],
] as const)(
  "R-OPEN-73: a fan whose renewal is off and who %s is refused the new price, and it stays off",
  async (_, part, status, code) => {
    const fixture = await openFixture();
    const { fan, model, row } = await askedSubscriber(fixture);
    await fixture.call("POST", "/api/fan/unsubscribe-model", { id: fan }, { body: { model_id: model } });
    expect(await fixture.list(fan)).toMatchObject([{ can_reenable: true, can_subscribe: true }]);
    await part(model, fan).execute(database.owner);
    expect(await fixture.list(fan)).toMatchObject([{ can_reenable: false, can_subscribe: false }]);
    const refused = await agree(fixture, fan, row.id);
    expect([refused.status, refused.body.code]).toEqual([status, code]);
    expect(await changesOf(row.id)).toEqual(["1999 open"]);
    expect((await fixture.list(fan))[0]?.canceled_at).not.toBeNull();
    await untilSynced(fixture, fan, { state: "canceled", amount: "9.99" });
  },
);

test("R-OPEN-73: what renews goes on under a ban at the new price that its fan agrees to", async () => {
  const fixture = await openFixture();
  const { fan, model, row } = await askedSubscriber(fixture);
  await ban(model, fan).execute(database.owner);
  expect((await agree(fixture, fan, row.id)).body).toMatchObject({ status: "active" });
  expect(await changesOf(row.id)).toEqual(["1999 agreed"]);
});

test("a new price that is charged without an agreement counts for nothing", async () => {
  const fixture = await openFixture();
  const { fan, row } = await askedSubscriber(fixture);
  const rebill = { TransactionType: "REBILL", TransactionID: "t2", Amount: "19.99", OfferID: "pack1999" };
  await fixture.notify(await noticeOf(fixture, fan, rebill));
  expect((await fixture.list(fan))[0]?.expire_at).toBe(row.expire_at);
  expect(fixture.logged()).toContain("a gateway names another price than was agreed");
});

test("a price that changes twice is asked again: the first one can no longer be agreed to, nor one taken back", async () => {
  const fixture = await openFixture({ gateway: { offers: threeOffers } });
  const { fan, model, row } = await askedSubscriber(fixture);
  await raise(fixture, model, 2999);
  const tooEarly = await agree(fixture, fan, row.id);
  expect([tooEarly.status, tooEarly.body.code]).toEqual([409, "price_changed"]);
  await fixture.subscriptions.askAboutPrices();
  expect(await changesOf(row.id)).toEqual(["1999 withdrawn", "2999 open"]);
  expect((await agree(fixture, fan, row.id)).body.code).toBe("price_changed");
  await raise(fixture, model, 999);
  await fixture.subscriptions.askAboutPrices();
  expect((await agree(fixture, fan, row.id, 29.99)).body.code).toBe("price_changed");
  expect(await changesOf(row.id)).toEqual(["1999 withdrawn", "2999 withdrawn"]);
  expect(await fixture.list(fan)).toMatchObject([{ price: 9.99, price_change: null, canceled_at: null }]);
  fixture.clock.set(new Date(Date.parse(row.expire_at) - dayMs));
  await fixture.subscriptions.askAboutPrices();
  expect((await fixture.list(fan))[0]?.canceled_at).toBeNull();
});

test("a price that changes while somebody agrees is agreed to or refused, and never another one in force", async () => {
  const fixture = await openFixture({ gateway: { offers: threeOffers } });
  const { fan, model, row } = await askedSubscriber(fixture);
  const [answer] = await Promise.all([
    agree(fixture, fan, row.id),
    raise(fixture, model, 2999),
    fixture.subscriptions.askAboutPrices(),
  ]);
  await fixture.subscriptions.askAboutPrices();
  const [now] = await fixture.list(fan);
  expect(now?.price).toBe(answer.status === 200 ? 19.99 : 9.99);
  expect(now?.price_change?.price).toBe(29.99);
});

test("cancelling and agreeing at once, and cancelling and renewing at once, end in one order of them", async () => {
  const fixture = await openFixture();
  const { fan, model, row } = await askedSubscriber(fixture);
  const cancel = () =>
    fixture.call("POST", "/api/fan/unsubscribe-model", { id: fan }, { body: { model_id: model } });
  const [agreed, canceled] = await Promise.all([agree(fixture, fan, row.id), cancel()]);
  expect([agreed.status, canceled.status]).toEqual([200, 200]);
  await cancel();
  await until(async () => {
    await fixture.subscriptions.syncGateways();
    return (await membershipOf(fixture, fan))?.state === "canceled";
  }, "the provider to know of the cancellation");
  const sale = { TransactionType: "REBILL", TransactionID: "t2", Amount: "9.99", OfferID: "pack999" };
  await Promise.all([fixture.notify(await noticeOf(fixture, fan, sale)), cancel()]);
  const [after] = await fixture.list(fan);
  expect(after?.canceled_at).not.toBeNull();
  expect(Date.parse(after?.expire_at ?? "")).toBe(Date.parse(row.expire_at) + 30 * dayMs);
});

test("a rise in the last week keeps the coming renewal as it is, and is asked about after it", async () => {
  const fixture = await openFixture();
  const [fan, model] = [await fixture.newFan(), await fixture.newModel()];
  const row = await fixture.join(fan, model);
  fixture.clock.set(new Date(Date.parse(row.expire_at) - 7 * dayMs + 1));
  await raise(fixture, model);
  await fixture.subscriptions.askAboutPrices();
  expect(await changesOf(row.id)).toEqual([]);
  fixture.clock.set(row.expire_at);
  fixture.provider.rebill(await fixture.userName(fan));
  await until(async () => (await fixture.list(fan))[0]?.expire_at !== row.expire_at, "the renewal at $9.99");
  await fixture.subscriptions.askAboutPrices();
  expect(await changesOf(row.id)).toEqual(["1999 open"]);
});

test("where the provider cannot change a price, subscribers keep theirs", async () => {
  const fixture = await openFixture({ gateway: { priceCall: null } });
  const { fan, row } = await askedSubscriber(fixture);
  expect(mailsTo(fixture, fan)).toEqual([]);
  expect(await fixture.list(fan)).toMatchObject([{ price: 9.99, price_change: null }]);
  expect((await agree(fixture, fan, row.id)).status).toBe(409);
});

test("nobody agrees for another fan, or to a subscription that has ended", async () => {
  const fixture = await openFixture();
  const { fan, row } = await askedSubscriber(fixture);
  expect((await agree(fixture, await fixture.newFan(), row.id)).status).toBe(404);
  fixture.clock.set(row.expire_at);
  expect((await agree(fixture, fan, row.id)).body.code).toBe("subscription_ended");
  expect(await changesOf(row.id)).toEqual(["1999 open"]);
});

test("the database refuses a price that nobody was asked for or agreed to", async () => {
  const fixture = await openFixture();
  const { row } = await askedSubscriber(fixture);
  const { id } = row;
  const of = `where subscription_id = ${id}`;
  const agreement = (cents: number) => `
    insert into subscriptions.agreement (subscription_id, price_cents, currency, free_tokens, offer_id, period_days,
      language, text, terms_version, accepted_at, accepted_address)
    values (${id}, ${cents}, 'USD', 0, 'pack${cents}', 30, 'en', repeat('agreed ', 10), '1', now(), '')`;
  for (const [text, state] of [
    [`update subscriptions.subscription set agreed_cents = 1999 where id = ${id}`, "PY004"],
    [`update subscriptions.subscription set agreed_cents = 1 where id = ${id}`, "PY004"],
    [`update subscriptions.price_change set state = 'agreed', answered_at = now() ${of}`, "PY004"],
    [`update subscriptions.price_change set to_cents = 1000 ${of}`, "PY002"],
    [`delete from subscriptions.price_change ${of}`, "PY002"],
    [
      `insert into subscriptions.price_change (subscription_id, from_cents, to_cents, currency, free_tokens, offer_id,
         announced_at, applies_at)
       select subscription_id, from_cents, to_cents, currency, free_tokens, offer_id, announced_at, applies_at
       from subscriptions.price_change ${of}`,
      "23505",
    ],
    [
      `insert into subscriptions.price_change (subscription_id, from_cents, to_cents, currency, free_tokens, offer_id,
         announced_at, applies_at) values (${id}, 999, 500, 'USD', 0, 'x', now(), now() + interval '8 days')`,
      "23514",
    ],
    [agreement(4999), "PY004"],
  ] as const)
    await expect(sql.raw(text).execute(database.owner), text).rejects.toMatchObject({ code: state });
});

const threeOffers = [999, 1999, 2999].map((amountCents) => ({ id: `pack${amountCents}`, amountCents }));
