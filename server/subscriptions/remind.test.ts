import { sql } from "kysely";
import { expect, test } from "vitest";
import { fileDatabase } from "#testing/database/test-database.ts";
import {
  type SubscriptionFixture,
  subscriptionFixtures,
} from "#testing/subscriptions/subscription-fixture.ts";
import { until } from "#testing/until.ts";

const database = fileDatabase();
const openFixture = subscriptionFixtures(database);
const dayMs = 24 * 3_600_000;

/** A running subscription whose renewal is so many days away; it began on 21 November 2026. */
async function renewingIn(fixture: SubscriptionFixture, days: number) {
  const [fan, model] = [await fixture.newFan(), await fixture.newModel({ freeTokens: 1200 })];
  const row = await fixture.join(fan, model);
  fixture.clock.set(new Date(Date.parse(row.expire_at) - days * dayMs));
  return { fan, model, row };
}

/** The fan's reminders in the app, in order. */
const remindedInApp = async (fan: number) =>
  (
    await sql<{ about: string }>`
      select payload->>'about' as about from kit.outbox
      where kind = 'subscription_reminded' and (payload->>'fanId')::bigint = ${fan} order by id`.execute(
      database.db,
    )
  ).rows.map(({ about }) => about);

test("three days before a renewal the fan is mailed its price, its day and how to cancel, in English", async () => {
  const fixture = await openFixture();
  const { row } = await renewingIn(fixture, 3.01);
  expect(await fixture.subscriptions.remindOfRenewals()).toBe(0);
  fixture.clock.advance(0.01 * dayMs);
  expect(await fixture.subscriptions.remindOfRenewals()).toBe(1);
  const [email] = fixture.emails;
  expect(email?.subject).toBe("Your subscription renews on December 21, 2026");
  const text = email?.paragraphs.join("\n");
  expect(text).toContain(`Your subscription to ${row.name} renews on December 21, 2026 (UTC)`);
  expect(text).toContain("$9.99, VAT included");
  expect(text).toContain("1,200 tokens");
  expect(text).toContain(`choose Unsubscribe beside ${row.name} before December 21, 2026`);
  expect(email?.action?.url).toBe("http://shop.test/subscription-models");
});

test("the fan is reminded of a renewal once, in the transaction of its mail, by several processes at once", async () => {
  const fixture = await openFixture();
  const { fan, model } = await renewingIn(fixture, 3);
  const run = () => fixture.subscriptions.remindOfRenewals();
  await Promise.all([run(), run(), run()]);
  await run();
  const published = await sql<{ payload: unknown }>`
    select payload from kit.outbox where kind = 'subscription_reminded' and (payload->>'fanId')::bigint = ${fan}
  `.execute(database.db);
  expect(published.rows).toEqual([{ payload: { fanId: fan, modelId: model, about: "renewal" } }]);
});

test.each([
  ["closed or suspended", { isBlocked: true }],
  ["one of the staff", { role: "admin" }],
] as const)(
  "R-OPEN-11, R-OPEN-15, R-OPEN-44: what still renews for an account that is %s is ended instead of a reminder",
  async (_what, change) => {
    const fixture = await openFixture();
    const { fan } = await renewingIn(fixture, 3);
    Object.assign(fixture.fans, change);
    expect(await fixture.subscriptions.remindOfRenewals()).toBe(0);
    expect([await remindedInApp(fan), fixture.emails]).toEqual([[], []]);
    expect((await fixture.list(fan))[0]).toMatchObject({
      canceled_at: fixture.clock.now().toISOString(),
      user_canceled_at: null,
    });
    await fixture.subscriptions.syncGateways();
    const name = await fixture.userName(fan);
    expect(fixture.provider.store.byUserName(name)?.state).toBe("canceled");
  },
);

test("the mail before a renewal is in the fan's own language", async () => {
  const fixture = await openFixture();
  fixture.fans.language = "es";
  const { row } = await renewingIn(fixture, 2);
  await fixture.subscriptions.remindOfRenewals();
  expect(fixture.emails.map(({ subject, language }) => [subject, language])).toEqual([
    ["Tu suscripción se renueva el 21 de diciembre de 2026", "es"],
  ]);
  const text = fixture.emails[0]?.paragraphs.join("\n");
  expect(text).toContain(`Tu suscripción a ${row.name} se renueva`);
  expect(text).toContain("$9.99, IVA incluido");
  expect(text).toContain("1.200 tokens");
  expect(text).toContain("elige Cancelar suscripción");
});

test("a renewal is mailed once, over restarts and by several processes at once, and the next one is mailed again", async () => {
  const fixture = await openFixture();
  const { fan, row } = await renewingIn(fixture, 3);
  const restarted = await openFixture();
  restarted.clock.set(fixture.clock.now());
  const mailed = await Promise.all(
    [fixture, restarted, fixture, restarted].map(({ subscriptions }) => subscriptions.remindOfRenewals()),
  );
  expect(mailed.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 1]);
  expect(await restarted.subscriptions.remindOfRenewals()).toBe(0);
  fixture.provider.rebill(await fixture.userName(fan));
  await until(async () => (await fixture.list(fan))[0]?.expire_at !== row.expire_at, "the renewal");
  expect(await fixture.subscriptions.remindOfRenewals()).toBe(0);
  fixture.clock.advance(30 * dayMs);
  expect(await fixture.subscriptions.remindOfRenewals()).toBe(1);
  const sent = [...fixture.emails, ...restarted.emails].map(({ paragraphs }) => paragraphs[0]);
  expect(sent).toHaveLength(2);
  expect(sent).toContainEqual(
    expect.stringContaining(`Your subscription to ${row.name} renews on January 20, 2027`),
  );
});

test("who has cancelled by then is not mailed, at once or before, and who enables the renewal again is", async () => {
  const fixture = await openFixture();
  const { fan, model } = await renewingIn(fixture, 3);
  const cancel = () =>
    fixture.call("POST", "/api/fan/unsubscribe-model", { id: fan }, { body: { model_id: model } });
  await cancel();
  expect(await fixture.subscriptions.remindOfRenewals()).toBe(0);
  await fixture.call("POST", "/api/fan/subscribe-model", { id: fan }, { body: { modelId: model } });
  const [canceled, mailed] = await Promise.all([cancel(), fixture.subscriptions.remindOfRenewals()]);
  expect(canceled.status).toBe(200);
  const reminders = fixture.emails.filter(({ subject }) => /renews on/.test(subject));
  expect(reminders).toHaveLength(mailed);
  expect(await fixture.subscriptions.remindOfRenewals()).toBe(0);
});

test.each(["hidden", "suspended"])(
  "R-OPEN-44: a fan is not reminded of a renewal with a model who is %s, and is once they are back",
  async (change) => {
    const fixture = await openFixture();
    const { fan, model } = await renewingIn(fixture, 3);
    const is = (value: boolean) =>
      sql`update catalog.model set ${sql.id(change)} = ${value} where id = ${model}`.execute(database.db);
    await is(true);
    expect(await fixture.subscriptions.remindOfRenewals()).toBe(0);
    expect([fixture.emails, await remindedInApp(fan)]).toEqual([[], []]);
    await is(false);
    expect(await fixture.subscriptions.remindOfRenewals()).toBe(1);
    expect([fixture.emails.length, await remindedInApp(fan)]).toEqual([1, ["renewal"]]);
  },
);

test("a fan whose mail fails does not hold up the others", async () => {
  let failing = "";
  const fixture = await openFixture({
    needs: (needs) => ({
      ...needs,
      mailer: {
        async enqueue(tx, email) {
          if (email.to === failing) throw new Error("no room");
          await needs.mailer.enqueue(tx, email);
        },
      },
    }),
  });
  const first = await renewingIn(fixture, 3);
  failing = `fan${first.fan}@fans.test`;
  fixture.clock.set("2026-11-21T12:00:00Z");
  const second = await renewingIn(fixture, 3);
  expect(await fixture.subscriptions.remindOfRenewals()).toBe(1);
  expect(fixture.emails.map(({ to }) => to)).toEqual([`fan${second.fan}@fans.test`]);
  expect(fixture.logged()).toContain("a renewal reminder could not be sent");
  failing = "";
  expect(await fixture.subscriptions.remindOfRenewals()).toBe(1);
  expect(await remindedInApp(first.fan)).toEqual(["renewal"]);
});

test("a fan without an address is reminded in the app, once, and gets no mail", async () => {
  const fixture = await openFixture();
  fixture.fans.hasAddress = false;
  const { fan } = await renewingIn(fixture, 3);
  const run = () => fixture.subscriptions.remindOfRenewals();
  expect((await Promise.all([run(), run()])).toSorted((a, b) => a - b)).toEqual([0, 1]);
  expect(await run()).toBe(0);
  expect(await remindedInApp(fan)).toEqual(["renewal"]);
  fixture.fans.hasAddress = true;
  expect(await run()).toBe(0);
  expect(fixture.emails).toEqual([]);
});

test("a fan without an address who has not answered about a price is reminded of the question in the app", async () => {
  const fixture = await openFixture();
  fixture.fans.hasAddress = false;
  const { fan, model } = await renewingIn(fixture, 20);
  await fixture.subscriptions.changePlan(model, { priceCents: 1999, freeTokens: 0, enabled: true });
  await fixture.subscriptions.askAboutPrices();
  expect(await remindedInApp(fan)).toEqual(["price"]);
  fixture.clock.advance(17 * dayMs);
  expect(await fixture.subscriptions.remindOfRenewals()).toBe(1);
  expect(await remindedInApp(fan)).toEqual(["price", "price"]);
  expect(fixture.emails).toEqual([]);
});

test("R-OPEN-90: what the fan read stands beside the price, the period and the time, in their language, and never changes", async () => {
  const fixture = await openFixture();
  const [fan, model] = [await fixture.newFan(), await fixture.newModel({ freeTokens: 20 })];
  const { name } = await fixture.subscriptions
    .state(database.db, fan, model)
    .then(async () => (await fixture.join(fan, model)) as { name: string });
  const { rows } = await sql<Record<string, unknown>>`
    select a.* from subscriptions.agreement as a join subscriptions.subscription as s on s.id = a.subscription_id
    where s.fan_id = ${fan}`.execute(database.db);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    price_cents: 999,
    currency: "USD",
    free_tokens: 20,
    period_days: 30,
    language: "en",
    accepted_at: fixture.clock.now(),
    accepted_address: "127.0.0.1",
    text: [
      `Subscribe to ${name}`,
      `${name}’s videos and posts for subscribers`,
      "20 tokens every 30 days",
      "Renews every 30 days for $9.99",
      "Cancel any time under Subscriptions; it stays active until the paid period ends",
      "$9.99 charged today, VAT included",
      "I agree to be charged $9.99 now and every 30 days until I cancel.",
    ].join("\n"),
  });
});

test("a fan who read another price than the model asks now gets the reason, and nothing is ordered", async () => {
  const fixture = await openFixture();
  const [fan, model] = [await fixture.newFan(), await fixture.newModel({ priceCents: 1999 })];
  const ask = (price: number) =>
    fixture.call("POST", "/api/fan/subscribe-model", { id: fan }, { body: { modelId: model, price } });
  const { status, body } = await ask(9.99);
  expect([status, body.code]).toEqual([409, "price_changed"]);
  expect(fixture.provider.store.all()).toEqual([]);
  expect((await ask(19.99)).body.status).toBe("payment");
});

test("the database keeps agreements and reminders as they were written, and refuses a payment that nobody agreed to", async () => {
  const fixture = await openFixture();
  const { row } = await renewingIn(fixture, 3);
  await fixture.subscriptions.remindOfRenewals();
  const { id } = row;
  const charge = (cents: number, tokens: number) => `
    insert into subscriptions.charge (subscription_id, gateway, transaction_id, amount_cents, currency, renewal, state,
      period_start, period_end, free_tokens, transfer_id, at)
    select id, gateway, 'x', ${cents}, 'USD', true, 'paid', expire_at, expire_at + interval '720 hours', ${tokens}, 1, now()
    from subscriptions.subscription where id = ${id}`;
  for (const [text, state] of [
    [`update subscriptions.agreement set text = 'x' where subscription_id = ${id}`, "PY002"],
    [`delete from subscriptions.agreement where subscription_id = ${id}`, "PY002"],
    [`truncate subscriptions.agreement`, "PY002"],
    [`update subscriptions.reminder set price_cents = 1 where subscription_id = ${id}`, "PY002"],
    [`delete from subscriptions.reminder where subscription_id = ${id}`, "PY002"],
    [
      `insert into subscriptions.reminder select subscription_id, payment_number, renews_at, 1, at
       from subscriptions.reminder where subscription_id = ${id}`,
      "23505",
    ],
    [charge(1999, 1200), "PY004"],
    [charge(999, 5000), "PY004"],
    [
      `insert into subscriptions.subscription (reference, fan_id, model_id, months, price_cents, currency, free_tokens, gateway,
         offer_id, terms_version, accepted_at, accepted_address, created_at, updated_at)
       values (gen_random_uuid(), 1, 2, 1, 999, 'USD', 0, 'g', 'o', '1', now(), '', now(), now())`,
      "PY004",
    ],
    [
      `insert into subscriptions.agreement (subscription_id, price_cents, currency, free_tokens, offer_id, period_days,
         language, text, terms_version, accepted_at, accepted_address)
       values (${id}, 999, 'USD', 1200, 'pack999', 30, 'en', 'yes', '1', now(), '')`,
      "23514",
    ],
  ] as const)
    await expect(sql.raw(text).execute(database.owner), text).rejects.toMatchObject({ code: state });
});
