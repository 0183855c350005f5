import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { TermMonths } from "#contract/subscription-terms.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { noticeOf } from "#testing/subscriptions/notices.ts";
import {
  payForm,
  type SubscriptionFixture,
  subscriptionFixtures,
} from "#testing/subscriptions/subscription-fixture.ts";
import { until } from "#testing/until.ts";
import { savePlan } from "./store/plans.ts";

const database = fileDatabase();
const openFixture = subscriptionFixtures(database);
const dayMs = 24 * 3_600_000;
const bundles = [
  { months: 3, priceCents: 2699 },
  { months: 12, priceCents: 8999 },
] as const;

const subscribe = (fixture: SubscriptionFixture, fan: number, body: object, key?: string) =>
  fixture.call("POST", "/api/fan/subscribe-model", { id: fan }, { body, ...(key && { key }) });
const studio = (fixture: SubscriptionFixture, model: number, body: object) =>
  fixture.call("POST", "/api/studio/subscription", { id: model, role: "model" }, { body });

async function subscriber(fixture: SubscriptionFixture, months: TermMonths = 3) {
  const [fan, model] = [await fixture.newFan(), await fixture.newModel({ freeTokens: 20, bundles })];
  return { fan, model, row: await fixture.join(fan, model, months) };
}

test("three months are one payment with the tokens of three, agreed to in words that name them, and renew by three", async () => {
  const fixture = await openFixture();
  const { fan, model, row } = await subscriber(fixture);
  expect(row).toMatchObject({ months: 3, charge: 26.99, price: 9, freeTokens: 60 });
  expect(Date.parse(row.expire_at) - fixture.clock.now().getTime()).toBe(90 * dayMs);
  expect(await fixture.balance(fan)).toBe(60);
  const kept = await sql<{ period_days: number; text: string }>`
    select period_days, text from subscriptions.agreement where subscription_id = ${row.id}`.execute(
    database.db,
  );
  expect(kept.rows).toEqual([
    { period_days: 90, text: expect.stringContaining("60 tokens right away with every payment") },
  ]);
  expect(kept.rows[0]?.text).toContain(
    "I agree to be charged $26.99 now and every 3 months (90 days) until I cancel.",
  );
  fixture.clock.set(row.expire_at);
  fixture.provider.rebill(await fixture.userName(fan));
  await until(async () => (await fixture.balance(fan)) === 120, "the tokens of the second payment");
  const [renewed] = await fixture.list(fan);
  expect(Date.parse(renewed?.expire_at ?? "") - Date.parse(row.expire_at)).toBe(90 * dayMs);
  fixture.provider.giveBack(await fixture.userName(fan), "refunded");
  await until(
    async () => (await fixture.balance(fan)) === 60,
    "the tokens of the refunded payment to go back",
  );
  expect(await fixture.subscriptions.subscribed(database.db, fan, [model])).toEqual(new Set());
});

test("twelve months run a year of 365 days", async () => {
  const fixture = await openFixture();
  const { row } = await subscriber(fixture, 12);
  expect(Date.parse(row.expire_at) - Date.parse(row.created_at)).toBe(365 * dayMs);
});

test("cancelled, a bundle stays open to its end; reactivated it costs nothing now, and another length waits for its end", async () => {
  const fixture = await openFixture();
  const { fan, model, row } = await subscriber(fixture);
  await fixture.call("POST", "/api/fan/unsubscribe-model", { id: fan }, { body: { model_id: model } });
  fixture.clock.set(new Date(Date.parse(row.expire_at) - 1));
  expect(await fixture.subscriptions.subscribed(database.db, fan, [model])).toEqual(new Set([model]));
  const other = await subscribe(fixture, fan, { modelId: model, months: 1 });
  expect([other.status, other.body.code]).toEqual([409, "other_term_runs"]);
  expect((await fixture.list(fan))[0]?.canceled_at).not.toBeNull();
  const again = await subscribe(fixture, fan, { modelId: model });
  expect(again.body).toMatchObject({ status: "active", subscription: { months: 3, canceled_at: null } });
  expect(fixture.provider.store.all().map(({ payments }) => payments.length)).toEqual([1]);
});

test("a term that is not sold, a price that was not read and a key of another term order nothing", async () => {
  const fixture = await openFixture();
  const [fan, model] = [await fixture.newFan(), await fixture.newModel({ bundles })];
  const codeOf = async (body: object, key?: string) => {
    const answer = await subscribe(fixture, fan, { modelId: model, ...body }, key);
    return [answer.status, answer.body.code];
  };
  expect(await codeOf({ months: 6 })).toEqual([409, "not_offered"]);
  expect(await codeOf({ months: 3, price: 9.99 })).toEqual([409, "price_changed"]);
  expect((await codeOf({ months: 2 }))[0]).toBe(422);
  expect(fixture.provider.store.all()).toEqual([]);
  const key = randomUUID();
  expect((await codeOf({ months: 3, price: 26.99 }, key))[0]).toBe(200);
  expect(await codeOf({ months: 1, price: 9.99 }, key)).toEqual([409, "key_reused"]);
  expect(await codeOf({}, key)).toEqual([409, "key_reused"]);
});

test("requests for two terms at once leave one form open, which is paid once and for its own days", async () => {
  const fixture = await openFixture();
  const [fan, model] = [await fixture.newFan(), await fixture.newModel({ bundles })];
  const terms: TermMonths[] = [1, 3, 1, 3, 1, 3];
  await Promise.all(terms.map((months) => subscribe(fixture, fan, { modelId: model, months })));
  const { body } = await until(async () => {
    const answer = await subscribe(fixture, fan, { modelId: model, months: 3 });
    return answer.status === 200 ? answer : null;
  }, "the form of three months");
  const open = await sql`
    select months, price_cents from subscriptions.subscription where fan_id = ${fan} and state = 'pending'`.execute(
    database.db,
  );
  expect(open.rows).toEqual([{ months: 3, price_cents: 2699 }]);
  await Promise.all([payForm(String(body.url), "approve"), payForm(String(body.url), "approve")]);
  await until(async () => (await fixture.list(fan)).length === 1, "the subscription");
  const charges = await sql`
    select c.amount_cents, c.period_end - c.period_start = interval '90 days' as fits from subscriptions.charge as c
    join subscriptions.subscription as s on s.id = c.subscription_id where s.fan_id = ${fan}`.execute(
    database.db,
  );
  expect(charges.rows).toEqual([{ amount_cents: 2699, fits: true }]);
});

test("a payment of a month for a membership of three counts for nothing", async () => {
  const fixture = await openFixture();
  const { fan, row } = await subscriber(fixture);
  const rebill = { TransactionType: "REBILL", TransactionID: "t2", Amount: "9.99", OfferID: "pack999" };
  await fixture.notify(await noticeOf(fixture, fan, rebill));
  expect((await fixture.list(fan))[0]?.expire_at).toBe(row.expire_at);
  expect(fixture.logged()).toContain("a gateway names another price than was agreed");
});

test.each([
  [
    "en",
    "renews on February 19, 2027 (UTC) for another 3 months (90 days). On that day $26.99, VAT included",
  ],
  ["es", "se renueva el 19 de febrero de 2027 (UTC) por otros 3 meses (90 días). Ese día se cobra $26.99"],
] as const)("the mail before a bundle renews names its length and its price (%s)", async (language, text) => {
  const fixture = await openFixture();
  fixture.fans.language = language;
  const { row } = await subscriber(fixture);
  fixture.clock.set(new Date(Date.parse(row.expire_at) - 3 * dayMs));
  await fixture.subscriptions.remindOfRenewals();
  const mails = fixture.emails.map(({ paragraphs }) => paragraphs.join("\n"));
  expect(mails.filter((mail) => mail.includes(row.name))).toEqual([expect.stringContaining(text)]);
});

test("the reminder of a renewal for half a year or more goes out eight days before, one for less three days before", async () => {
  const fixture = await openFixture();
  const [year, quarter] = [await subscriber(fixture, 12), await subscriber(fixture, 3)];
  const remindedAt = async ({ row }: typeof year, days: number) => {
    fixture.clock.set(new Date(Date.parse(row.expire_at) - days * dayMs));
    await fixture.subscriptions.remindOfRenewals();
    return fixture.emails.filter(({ paragraphs }) => paragraphs.join().includes(row.name)).length;
  };
  expect([await remindedAt(quarter, 3.01), await remindedAt(quarter, 3)]).toEqual([0, 1]);
  expect([await remindedAt(year, 8.01), await remindedAt(year, 8)]).toEqual([0, 1]);
});

test("a higher price of the bundle is asked about and charged once it is agreed to; one of the month alone is not", async () => {
  const fixture = await openFixture();
  const { fan, model, row } = await subscriber(fixture);
  const change = (bundlePrice: number) =>
    fixture.subscriptions.changePlan(model, {
      ...{ priceCents: 1999, freeTokens: 20, enabled: true },
      bundles: [{ months: 3, priceCents: bundlePrice }],
    });
  await change(2699);
  expect(await fixture.subscriptions.askAboutPrices()).toEqual({ asked: 0, lapsed: 0 });
  await change(3499);
  await Promise.all([fixture.subscriptions.askAboutPrices(), fixture.subscriptions.askAboutPrices()]);
  expect(fixture.emails).toHaveLength(1);
  expect(fixture.emails[0]?.paragraphs[0]).toContain("from $26.99 to $34.99 every 3 months (90 days)");
  const agreed = await fixture.call(...(["POST", "/api/fan/agree-to-price", { id: fan }] as const), {
    body: { subscription_id: row.id, price: 34.99 },
  });
  expect(agreed.body).toMatchObject({ subscription: { months: 3, charge: 34.99, price: 11.66 } });
  const atProvider = async () => fixture.provider.store.byUserName(await fixture.userName(fan));
  await until(async () => (await atProvider())?.packid === "pack3499x3", "the provider to know the price");
  fixture.clock.set(row.expire_at);
  fixture.provider.rebill(await fixture.userName(fan));
  const renewed = await until(async () => {
    const [now] = await fixture.list(fan);
    return now?.expire_at === row.expire_at ? null : now;
  }, "the renewal");
  expect(Date.parse(renewed?.expire_at ?? "") - Date.parse(row.expire_at)).toBe(90 * dayMs);
});

test("who has a bundle that is not sold any more keeps it and its price", async () => {
  const fixture = await openFixture();
  const { fan, model } = await subscriber(fixture);
  await fixture.subscriptions.changePlan(model, { priceCents: 1999, freeTokens: 20, enabled: true });
  await fixture.subscriptions.askAboutPrices();
  expect(await fixture.list(fan)).toMatchObject([{ charge: 26.99, price_change: null, canceled_at: null }]);
  const stranger = await subscribe(fixture, await fixture.newFan(), { modelId: model, months: 3 });
  expect([stranger.status, stranger.body.code]).toEqual([409, "not_offered"]);
});

test("a model sells longer terms at prices that the provider has, each cheaper than its months, and sees them", async () => {
  const fixture = await openFixture();
  const model = await fixture.newModel();
  const plan = { price_monthly_subscription: 9.99, freeTokens: 0, subscription_enable: true };
  const saved = await studio(fixture, model, { ...plan, bundles: [{ months: 3, price: 26.99 }] });
  expect(saved.body).toMatchObject({
    bundles: [{ months: 3, price: 26.99 }],
    bundle_prices: expect.arrayContaining([{ months: 12, price: 89.99 }]),
  });
  for (const [wrong, code] of [
    [[{ months: 3, price: 34.99 }], "bundle_not_cheaper"],
    [[{ months: 6, price: 26.99 }], "no_such_bundle"],
    [
      [
        { months: 3, price: 26.99 },
        { months: 3, price: 26.99 },
      ],
      undefined,
    ],
    [[{ months: 1, price: 9.99 }], undefined],
  ] as const) {
    const { status, body } = await studio(fixture, model, { ...plan, bundles: wrong });
    expect([status, body.code ?? undefined]).toEqual([422, code ?? body.code]);
  }
  expect((await fixture.subscriptions.plan(model)).bundles).toEqual([{ months: 3, price: 26.99 }]);
  expect((await studio(fixture, model, plan)).body).toMatchObject({ bundles: [] });
});

test("changes of one offer at once end as one of them, whole", async () => {
  const fixture = await openFixture();
  const model = await fixture.newModel();
  const offers = [
    { price_monthly_subscription: 9.99, bundles: [{ months: 3, price: 26.99 }] },
    {
      price_monthly_subscription: 19.99,
      bundles: [
        { months: 3, price: 34.99 },
        { months: 12, price: 89.99 },
      ],
    },
    { price_monthly_subscription: 9.99, bundles: [] },
  ];
  const rest = { freeTokens: 0, subscription_enable: true };
  const answers = await Promise.all(
    [...offers, ...offers].map((offer) => studio(fixture, model, { ...offer, ...rest })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const { price_monthly_subscription, bundles: sold } = await fixture.subscriptions.plan(model);
  expect(offers).toContainEqual({ price_monthly_subscription, bundles: sold });
});

test("the database refuses another term, words or days of another one, and a bundle that saves nothing", async () => {
  const fixture = await openFixture();
  const { model, row } = await subscriber(fixture);
  const of = `where id = ${row.id}`;
  for (const [text, code] of [
    [`update subscriptions.subscription set months = 12 ${of}`, "PY002"],
    [
      `insert into subscriptions.agreement (subscription_id, price_cents, currency, free_tokens, offer_id, period_days,
         language, text, terms_version, accepted_at, accepted_address)
       select id, price_cents, currency, free_tokens, offer_id, 30, 'en', repeat('agreed ', 10), '1', now(), ''
       from subscriptions.subscription ${of}`,
      "PY005",
    ],
    [
      `update subscriptions.charge set period_end = period_start + interval '720 hours' where subscription_id = ${row.id}`,
      "PY005",
    ],
    [`update subscriptions.bundle set price_cents = 2997 where model_id = ${model} and months = 3`, "PY005"],
    [`update subscriptions.plan set price_cents = 800 where model_id = ${model}`, "PY005"],
    [`insert into subscriptions.bundle values (${model}, 2, 1)`, "23514"],
    [`insert into subscriptions.bundle values (${model + 1_000_000}, 3, 100)`, "23503"],
  ] as const)
    await expect(sql.raw(text).execute(database.owner), text).rejects.toMatchObject({ code });
  const plan = { model_id: model, price_cents: 999, free_tokens: 0, enabled: true, updated_at: new Date() };
  const dear = inTransaction(database.db, (tx) => savePlan(tx, plan, [{ months: 6, price_cents: 5994 }]));
  await expect(dear).rejects.toMatchObject({ code: "PY005" });
});
