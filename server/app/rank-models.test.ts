import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { unranked } from "#contract/room-values.ts";
import { type Clock, systemClock } from "#server/kit/clock.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";

/** The clock of days is set by the test. */
let leaptMs = 0;
const clock: Clock = { ...systemClock, now: () => new Date(Date.now() + leaptMs) };
const simulated = new Map<number, number>();
const app = testApp({ simulatedEarnings: () => simulated }, () => ({ clock }));

async function modelOf(gender: number): Promise<Person> {
  const model = await app.model();
  await app.withTransaction((tx) =>
    sql`update catalog.model set gender_id = ${gender} where id = ${model.id}`.execute(tx),
  );
  return model;
}

async function tip(model: Person, amount: number): Promise<void> {
  const fan = await app.fan(amount);
  const paid = await app.call("POST", `/api/fan/pay-tips-to-model/${model.id}`, {
    as: fan,
    key: randomUUID(),
    body: { amount },
  });
  expect(paid.status).toBe(200);
}

/** Ranks again and answers the rank of each of these. */
async function ranksOf(...models: Person[]): Promise<number[]> {
  await app.rank();
  const profiles = models.map(({ login }) => app.call("GET", `/api/model-profile/${login}`));
  return (await Promise.all(profiles)).map(({ body }) => Number(body.earningRank));
}

test("R-LIST-02, R-API-21: models are ranked among their gender by what they earned in 30 days, and who earned nothing is not", async () => {
  const [ana, bea, cleo, dan] = [await modelOf(1), await modelOf(1), await modelOf(1), await modelOf(2)];
  await tip(ana, 20);
  await tip(bea, 15);
  await tip(bea, 15);
  await tip(dan, 1);
  expect(await ranksOf(bea, ana, cleo, dan)).toEqual([1, 2, unranked, 1]);
  const { body } = await app.call("GET", "/api/trending-rooms?gender=1");
  const order = (body.data as { login: string }[]).map(({ login }) => login);
  expect(order).toEqual([bea.login, ana.login, cleo.login]);
  leaptMs = 31 * 86_400_000;
  expect(await ranksOf(bea, ana, cleo, dan)).toEqual([unranked, unranked, unranked, unranked]);
  leaptMs = 0;
});

test("reversed tips do not count, equals keep the order of their accounts, and a hidden model has no rank", async () => {
  const [first, second, third] = [await modelOf(3), await modelOf(3), await modelOf(3)];
  for (const model of [first, second, third]) await tip(model, 10);
  await tip(third, 5);
  expect(await ranksOf(third, first, second)).toEqual([1, 2, 3]);
  const { wallet, catalog } = app.modules;
  const { rows } = await wallet.statement(app.db, { kind: "model", id: third.id }, { page: 1 });
  for (const { transfer_id } of rows)
    await wallet.reverse(app.db, {
      key: `back:${transfer_id}`,
      transferId: transfer_id,
      kind: "refund",
      reason: "a test",
    });
  expect(await ranksOf(first, second, third)).toEqual([1, 2, unranked]);
  await app.withTransaction((tx) => catalog.setVisibility(tx, first.id, { hidden: true }));
  expect(await ranksOf(second)).toEqual([1]);
});

test("what the demo's visitors would have given counts beside real tokens", async () => {
  const [idle, busy] = [await modelOf(4), await modelOf(4)];
  simulated.set(idle.id, 100).set(busy.id, 90);
  expect(await ranksOf(idle, busy)).toEqual([1, 2]);
  await tip(busy, 11);
  expect(await ranksOf(busy, idle)).toEqual([1, 2]);
});
