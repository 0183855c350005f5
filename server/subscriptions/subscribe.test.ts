import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { daysLeft, subscriptionStatus } from "#contract/subscription-status.ts";
import { subscription } from "#contract/subscriptions.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { payForm, subscriptionFixtures } from "#testing/subscriptions/subscription-fixture.ts";
import { until } from "#testing/until.ts";

const database = fileDatabase();
const openFixture = subscriptionFixtures(database);
const dayMs = 24 * 3_600_000;
const subscribePath = "/api/fan/subscribe-model";

test("R-SUB-16, R-OPEN-44, R-OPEN-45, R-ENT-11: a paid form begins 30 days with the model's price and free tokens", async () => {
  const fixture = await openFixture();
  const [fan, model] = [await fixture.newFan(), await fixture.newModel({ freeTokens: 20 })];
  expect(await fixture.subscriptions.subscribed(database.db, fan, [model])).toEqual(new Set());
  const row = await fixture.join(fan, model);
  expect(subscription.parse(row)).toEqual(row);
  expect(row).toMatchObject({
    model_id: model,
    price: 9.99,
    freeTokens: 20,
    gateway: "CommerceGate",
    canceled_at: null,
    user_canceled_at: null,
    created_at: fixture.clock.now().toISOString(),
    expire_at: new Date(fixture.clock.now().getTime() + 30 * dayMs).toISOString(),
  });
  expect(row.gateway_subscription_id).toMatch(/^cg\d+$/);
  expect(await fixture.balance(fan)).toBe(20);
  expect(await fixture.subscriptions.subscribed(database.db, fan, [model, model + 1])).toEqual(
    new Set([model]),
  );
  expect(await fixture.subscriptions.modelsOf(database.db, fan)).toEqual([model]);
});

test("R-OPEN-44: each paid period gives 30 days and its tokens, once, however often it is reported", async () => {
  const fixture = await openFixture();
  const [fan, model] = [await fixture.newFan(), await fixture.newModel({ freeTokens: 20 })];
  const first = await fixture.join(fan, model);
  fixture.clock.advance(29 * dayMs);
  fixture.provider.setKnobs({ copies: 4 });
  fixture.provider.rebill(await fixture.userName(fan));
  const renewed = await until(async () => {
    const [row] = await fixture.list(fan);
    return row?.expire_at === first.expire_at ? null : row;
  }, "the renewal");
  expect(Date.parse(renewed.expire_at)).toBe(Date.parse(first.expire_at) + 30 * dayMs);
  expect(renewed).toMatchObject({ id: first.id, created_at: first.created_at });
  await until(async () => (await fixture.balance(fan)) === 40, "the tokens of the second month");
});

test("R-OPEN-47: access ends at its instant, and not a millisecond before", async () => {
  const fixture = await openFixture();
  const [fan, model] = [await fixture.newFan(), await fixture.newModel()];
  const row = await fixture.join(fan, model);
  const subscribed = async () =>
    (await fixture.subscriptions.subscribed(database.db, fan, [model])).has(model);
  fixture.clock.set(new Date(Date.parse(row.expire_at) - 1));
  expect(await subscribed()).toBe(true);
  fixture.clock.set(row.expire_at);
  expect(await subscribed()).toBe(false);
});

test.each([
  [0, 0, "expired"],
  [-1, 0, "expired"],
  [1, 1, "active"],
  [dayMs, 1, "active"],
  [dayMs + 1, 2, "active"],
  [3 * dayMs, 3, "active"],
  [3 * dayMs + 1, 4, "active"],
] as const)("R-SUB-11, R-OPEN-47: %i ms before the end %i days are left", (ms, days, status) => {
  const now = new Date("2026-11-21T12:00:00Z");
  const expire_at = new Date(now.getTime() + ms).toISOString();
  expect(daysLeft(expire_at, now)).toBe(days);
  expect(subscriptionStatus({ expire_at, canceled_at: null }, now)).toBe(status);
  const canceled = status === "active" ? "canceled" : "expired";
  expect(subscriptionStatus({ expire_at, canceled_at: now.toISOString() }, now)).toBe(canceled);
});

test("R-OPEN-44: a model who switched subscriptions off, or never named a price, gets no new ones", async () => {
  const fixture = await openFixture();
  const fan = await fixture.newFan();
  const off = await fixture.newModel({ enabled: false });
  for (const modelId of [off, off + 1_000_000]) {
    const { status, body } = await fixture.call("POST", subscribePath, { id: fan }, { body: { modelId } });
    expect([status, body.code]).toEqual(modelId === off ? [409, "not_offered"] : [404, "unknown_model"]);
  }
  expect(fixture.provider.store.all()).toEqual([]);
});

test("R-SUB-16: eight concurrent requests and a form submitted twice are one payment", async () => {
  const fixture = await openFixture();
  const [fan, model] = [await fixture.newFan(), await fixture.newModel({ freeTokens: 5 })];
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      fixture.call("POST", subscribePath, { id: fan }, { body: { modelId: model } }),
    ),
  );
  const urls = new Set(answers.flatMap(({ body }) => (body.url ? [String(body.url)] : [])));
  expect(urls.size).toBe(1);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  const [url = ""] = urls;
  await Promise.all([payForm(url, "approve"), payForm(url, "approve"), payForm(url, "approve")]);
  await until(async () => (await fixture.list(fan)).length === 1, "the subscription");
  expect(fixture.provider.store.all().map(({ payments }) => payments.length)).toEqual([1]);
  expect(await fixture.balance(fan)).toBe(5);
  const again = await fixture.call("POST", subscribePath, { id: fan }, { body: { modelId: model } });
  expect(again.body).toMatchObject({ status: "active", subscription: { model_id: model } });
});

test("R-OPEN-36: a declined card leaves the same form open for another try", async () => {
  const fixture = await openFixture();
  const [fan, model] = [await fixture.newFan(), await fixture.newModel()];
  const request = () => fixture.call("POST", subscribePath, { id: fan }, { body: { modelId: model } });
  const { url } = (await request()).body;
  expect(await payForm(String(url), "decline")).toContain("end=failed");
  expect(await fixture.list(fan)).toEqual([]);
  expect((await request()).body.url).toBe(url);
  expect(await payForm(String(url), "approve")).toContain("end=success");
  await until(async () => (await fixture.list(fan)).length === 1, "the subscription");
});

test("R-OPEN-29: a request repeated under its key is not carried out again, and the key serves no other model", async () => {
  const fixture = await openFixture();
  const [fan, model, other] = [await fixture.newFan(), await fixture.newModel(), await fixture.newModel()];
  const key = randomUUID();
  const request = (modelId: number) =>
    fixture.call("POST", subscribePath, { id: fan }, { body: { modelId }, key });
  const first = await request(model);
  expect((await request(model)).body).toEqual(first.body);
  expect([(await request(other)).status, (await request(other)).body.code]).toEqual([409, "key_reused"]);
  await payForm(String(first.body.url), "approve");
  await until(async () => (await fixture.list(fan)).length === 1, "the subscription");
  await fixture.call("POST", "/api/fan/unsubscribe-model", { id: fan }, { body: { model_id: model } });
  const late = await request(model);
  expect(late.status).toBe(200);
  expect((await fixture.list(fan))[0]?.canceled_at, "a late copy takes no cancellation back").not.toBeNull();
});

test("R-OPEN-29: a key serves no other price, nor none in a price's place, and keeps the form of its own", async () => {
  const fixture = await openFixture();
  const [fan, model, key] = [await fixture.newFan(), await fixture.newModel(), randomUUID()];
  const request = (key: string, price?: number) =>
    fixture.call("POST", subscribePath, { id: fan }, { body: { modelId: model, price }, key });
  const copies = await Promise.all(Array.from({ length: 4 }, () => request(key, 9.99)));
  const [first] = copies.filter(({ status }) => status === 200);
  for (const price of [19.99, undefined]) {
    const other = await request(key, price);
    expect([other.status, other.body.code], String(price)).toEqual([409, "key_reused"]);
  }
  expect((await request(key, 9.99)).body).toEqual(first?.body);
  const [without, old] = [randomUUID(), randomUUID()];
  await request(without);
  expect((await request(without, 9.99)).body.code).toBe("key_reused");
  // A request from before prices were kept.
  await sql`
    insert into subscriptions.request (fan_id, key, model_id, subscription_id, at)
    select fan_id, ${old}, model_id, subscription_id, at from subscriptions.request where key = ${key}`.execute(
    database.owner,
  );
  expect((await request(old, 9.99)).body).toEqual(first?.body);
});

test("R-API-58, R-OPEN-38: a subscription that was refused leaves its key free: once it is offered, the same call opens it", async () => {
  const fixture = await openFixture();
  const [fan, model] = [await fixture.newFan(), await fixture.newModel({ enabled: false })];
  const other = await fixture.newModel();
  const key = randomUUID();
  const ask = (modelId: number) =>
    fixture.call("POST", subscribePath, { id: fan }, { body: { modelId }, key });
  expect([(await ask(987_654_321)).status, (await ask(model)).status]).toEqual([404, 409]);
  await fixture.subscriptions.changePlan(model, { priceCents: 999, freeTokens: 0, enabled: true });
  const opened = await ask(model);
  expect([opened.status, opened.body.status]).toEqual([200, "payment"]);
  expect((await ask(model)).body).toEqual(opened.body);
  expect((await ask(other)).status).toBe(409);
  const without = async (id: number, body: object) =>
    (await fixture.call("POST", subscribePath, { id }, { body })).status;
  expect([await without(fan, {}), await without(0, { modelId: model })]).toEqual([422, 401]);
});

test("R-OPEN-44: money for a form that was given up still buys its month, after what another one has paid", async () => {
  const fixture = await openFixture();
  const [fan, model] = [await fixture.newFan(), await fixture.newModel()];
  const old = await fixture.call("POST", subscribePath, { id: fan }, { body: { modelId: model } });
  fixture.clock.advance(26 * 60_000);
  const first = await fixture.join(fan, model);
  await payForm(String(old.body.url), "approve");
  const rows = await until(async () => {
    const all = await fixture.list(fan);
    return all.length === 2 ? all : null;
  }, "both");
  expect(rows.map(({ expire_at }) => Date.parse(expire_at) - Date.parse(first.expire_at))).toEqual([
    30 * dayMs,
    0,
  ]);
  expect(
    rows.map(({ canceled_at }) => canceled_at === null),
    "only one of them renews",
  ).toEqual([true, false]);
});

test("R-API-39: the provider's form can be asked for by its own call; a provider that is away charges nothing", async () => {
  const fixture = await openFixture();
  const [fan, model] = [await fixture.newFan(), await fixture.newModel()];
  const asked = { body: { model_id: model } };
  const { status, body } = await fixture.call(
    "POST",
    "/api/commerce-gate/subscribe-form",
    { id: fan },
    asked,
  );
  expect([status, body.status]).toEqual([200, "payment"]);
  expect(String(body.url)).toMatch(/[?&]token=/);
  const away = await openFixture({ gateway: { checkoutUrl: () => "http://127.0.0.1:9" } });
  const [poor, star] = [await away.newFan(), await away.newModel()];
  const refused = await away.call("POST", subscribePath, { id: poor }, { body: { modelId: star } });
  expect([refused.status, refused.body.code]).toEqual([503, "no_form"]);
});

test("R-API-23: the list has a fan's own subscriptions with every field, page by page", async () => {
  const fixture = await openFixture();
  const [fan, other, model] = [await fixture.newFan(), await fixture.newFan(), await fixture.newModel()];
  const [row] = [await fixture.join(fan, model), await fixture.join(other, model)];
  const page = (id: number, query = "") =>
    fixture
      .call("GET", `/api/fan/subscriptions-models${query}`, { id })
      .then(({ status, body }) => [status, body]);
  const meta = (current_page: number) => expect.objectContaining({ current_page, last_page: 1 });
  expect(subscription.strict().parse(row)).toEqual(row);
  expect(await page(fan)).toEqual([200, { data: [row], links: { next: null }, meta: meta(1) }]);
  expect(await page(fan, "?page=2")).toEqual([200, { data: [], links: { next: null }, meta: meta(2) }]);
  expect([(await page(fan, "?page=0"))[0], (await page(0))[0]]).toEqual([422, 401]);
});
