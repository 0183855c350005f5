import { randomUUID } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { expect, test } from "vitest";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { payForm, subscriptionFixtures } from "#testing/subscriptions/subscription-fixture.ts";
import { until } from "#testing/until.ts";

const database = fileDatabase();
const openFixture = subscriptionFixtures(database);
const dayMs = 24 * 3_600_000;

const run = (statement: RawBuilder<unknown>) => inTransaction(database.db, (tx) => statement.execute(tx));
const banned = (fan: number, model: number) =>
  run(sql`insert into catalog.ban (model_id, fan_id, banned_at) values (${model}, ${fan}, now())`);
const blocked = (fan: number, model: number) =>
  run(sql`insert into catalog.blocked (model_id, fan_id, blocked_at) values (${model}, ${fan}, now())`);
const lifted = (fan: number, model: number) =>
  run(sql`delete from catalog.ban where model_id = ${model} and fan_id = ${fan}`);

const calls = [
  ["/api/fan/subscribe-model", (modelId: number) => ({ modelId })],
  ["/api/commerce-gate/subscribe-form", (model_id: number) => ({ model_id })],
] as const;

test.each([
  ["whom the model has banned", banned, "banned", "This model banned you, so you can’t subscribe."],
  ["who has blocked the model", blocked, "model_blocked", "You blocked this model. Unblock them first."],
] as const)("R-OPEN-73: a fan %s gets no form, and no provider is asked", async (_, part, code, message) => {
  const fixture = await openFixture();
  const [fan, other] = [await fixture.newFan(), await fixture.newFan()];
  const model = await fixture.newModel();
  await part(fan, model);
  for (const [path, body] of calls) {
    const refused = await fixture.call("POST", path, { id: fan }, { body: body(model) });
    expect([refused.status, refused.body]).toEqual([403, { code, message }]);
  }
  expect(fixture.provider.store.all()).toEqual([]);
  expect(await fixture.list(fan)).toEqual([]);
  for (const [path, body] of calls)
    expect((await fixture.call("POST", path, { id: other }, { body: body(model) })).status).toBe(200);
});

test("R-OPEN-73: a form that is not paid yet is not given out again under a ban, and is once it is lifted", async () => {
  const fixture = await openFixture();
  const [fan, model, key] = [await fixture.newFan(), await fixture.newModel(), randomUUID()];
  const request = () => fixture.call("POST", calls[0][0], { id: fan }, { body: { modelId: model }, key });
  const { url } = (await request()).body;
  await banned(fan, model);
  expect([(await request()).status, (await request()).body.code]).toEqual([403, "banned"]);
  await lifted(fan, model);
  expect((await request()).body.url).toBe(url);
});

test.each(["hidden", "suspended"] as const)(
  "R-OPEN-44: a form that is not paid yet is not given out again while its model is %s, and is once they are back",
  async (change) => {
    const fixture = await openFixture();
    const [fan, model, key] = [await fixture.newFan(), await fixture.newModel(), randomUUID()];
    const is = (value: boolean) =>
      run(sql`update catalog.model set ${sql.id(change)} = ${value} where id = ${model}`);
    const requests = calls.map(
      ([path, body]) =>
        () =>
          fixture.call("POST", path, { id: fan }, { body: body(model), key }),
    );
    const forms = [];
    for (const request of requests) forms.push((await request()).body);
    await is(true);
    for (const request of requests) {
      const refused = await request();
      expect([refused.status, refused.body.code]).toEqual([404, "unknown_model"]);
    }
    await is(false);
    for (const [place, request] of requests.entries()) expect((await request()).body).toEqual(forms[place]);
  },
);

test("R-OPEN-44: what is paid keeps the answer to its request though its model is suspended since", async () => {
  const fixture = await openFixture();
  const [fan, model, key] = [await fixture.newFan(), await fixture.newModel(), randomUUID()];
  const request = () => fixture.call("POST", calls[0][0], { id: fan }, { body: { modelId: model }, key });
  await payForm(String((await request()).body.url), "approve");
  await until(async () => (await fixture.list(fan))[0], "the subscription");
  await run(sql`update catalog.model set suspended = true where id = ${model}`);
  expect((await request()).body).toMatchObject({ status: "active" });
});

test("R-OPEN-73: what runs goes on under a ban: it renews, and its request keeps its answer", async () => {
  const fixture = await openFixture();
  const [fan, model, key] = [await fixture.newFan(), await fixture.newModel(), randomUUID()];
  const request = () => fixture.call("POST", calls[0][0], { id: fan }, { body: { modelId: model }, key });
  await payForm(String((await request()).body.url), "approve");
  const [first] = await until(async () => {
    const rows = await fixture.list(fan);
    return rows.length > 0 ? rows : null;
  }, "the subscription");
  await banned(fan, model);
  expect((await request()).body).toMatchObject({ status: "active" });
  fixture.clock.advance(29 * dayMs);
  fixture.provider.rebill(await fixture.userName(fan));
  const renewed = await until(async () => {
    const [row] = await fixture.list(fan);
    return row?.expire_at === first?.expire_at ? null : row;
  }, "the renewal");
  expect(renewed?.canceled_at).toBeNull();
});
