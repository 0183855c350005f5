import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { readRows } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { pendingSubscription } from "#testing/subscriptions/notices.ts";
import {
  importSubscribers,
  isOneWaiting,
  renewingFans,
  stopEnding,
} from "#testing/subscriptions/subscribers.ts";
import { subscriptionFixtures } from "#testing/subscriptions/subscription-fixture.ts";
import { until } from "#testing/until.ts";
import { endRenewalsWork } from "./end-renewals.ts";
import type { SubscriptionsNeeds } from "./needs.ts";

const database = fileDatabase();
const openFixture = subscriptionFixtures(database);
const dayMs = 24 * 3_600_000;

/** A fixture whose `changed` needs are those of the module too, with what runs the job in parts of two. */
async function openWithJob(changed: (needs: SubscriptionsNeeds) => Partial<SubscriptionsNeeds> = () => ({})) {
  let its: SubscriptionsNeeds | undefined;
  const fixture = await openFixture({ needs: (needs) => (its = { ...needs, ...changed(needs) }) });
  const run = async (modelId: number, most = 1_000) => {
    if (its) await endRenewalsWork(its, { rows: 2, most }).end_renewals?.({ modelId });
  };
  return { ...fixture, run };
}
type Fixture = Awaited<ReturnType<typeof openWithJob>>;

const ways = ["suspended", "closed"] as const;
type Way = (typeof ways)[number];
const set = (model: number, way: Way, is = true) =>
  way === "closed"
    ? sql`update catalog.model set closed_at = now() where id = ${model}`
    : sql`update catalog.model set suspended = ${is} where id = ${model}`;

/** The act of staff or the model, without the job. */
const end = (fixture: Fixture, model: number, way: Way = "suspended") =>
  inTransaction(database.db, async (tx) => {
    await set(model, way).execute(tx);
    const { endRenewals, close } = fixture.subscriptions;
    await (way === "closed" ? close : endRenewals)(tx, { id: model, role: "model" });
  });

const renewing = (model: number) => renewingFans(database.db, model);

/** How many subscriptions to a model nobody else has locked. */
const untouched = async (model: number) => {
  const rows = sql`select from subscriptions.subscription where model_id = ${model} for update skip locked`;
  return (await inTransaction(database.db, (tx) => rows.execute(tx))).rows.length;
};
/** How many jobs for a model are queued. */
const queued = async (model: number) => {
  const jobs = sql`select from graphile_worker._private_jobs where (payload ->> 'modelId')::int = ${model}`;
  return (await readRows(database.owner, jobs)).length;
};
/** The cancellations of a model's subscriptions, in the order in which they were stored. */
const cancellations = (model: number) =>
  readRows(
    database.db,
    sql<{ fan: number; source: string }>`
      select fan_id as fan, source from subscriptions.step as step
      join subscriptions.subscription as subscription on subscription.id = step.subscription_id
      where model_id = ${model} and kind = 'canceled' order by step.id`,
  );

test.each(ways)(
  "R-OPEN-44: a model is %s without a lock on their subscriptions, which a job ends that the commit begins",
  async (way) => {
    const fixture = await openWithJob();
    const model = await fixture.newModel();
    const fans = (await importSubscribers(fixture, database.db, model, 5)).map(({ fan }) => fan);
    const undone = inTransaction(database.db, async (tx) => {
      const { endRenewals, close } = fixture.subscriptions;
      await (way === "closed" ? close : endRenewals)(tx, { id: model, role: "model" });
      expect(await untouched(model)).toBe(5);
      throw new Error("it does not happen");
    });
    await expect(undone).rejects.toThrow("does not happen");
    expect(await queued(model)).toBe(0);
    await end(fixture, model, way);
    expect([await queued(model), await renewing(model)]).toEqual([1, fans]);
    await fixture.run(model);
    expect([await renewing(model), await cancellations(model)]).toEqual([
      [],
      expect.arrayContaining(fans.map((fan) => ({ fan, source: "system" }))),
    ]);
    expect(await fixture.subscriptions.subscribed(database.db, fans[0] ?? 0, [model])).toEqual(
      new Set([model]),
    );
  },
);

test("R-OPEN-44: the next charges are ended first, and a long job begins another that goes on", async () => {
  const fixture = await openWithJob();
  const model = await fixture.newModel();
  const fans = (await importSubscribers(fixture, database.db, model, 7)).map(({ fan }) => fan);
  await end(fixture, model);
  await fixture.run(model, 2);
  expect([await renewing(model), await queued(model)]).toEqual([fans.slice(2), 2]);
  await fixture.run(model);
  expect(await renewing(model)).toEqual([]);
  expect(await cancellations(model)).toHaveLength(7);
});

test("R-OPEN-44: renewals that cannot be ended hold up none of the others, are logged, and their job is tried again", async () => {
  const fixture = await openWithJob();
  const model = await fixture.newModel();
  const fans = (await importSubscribers(fixture, database.db, model, 7)).map(({ fan }) => fan);
  const [first = 0, , third = 0] = fans;
  await end(fixture, model);
  const goOn = await stopEnding(database.owner, [first, third]);
  await fixture.run(model, 4);
  expect([await renewing(model), await queued(model)]).toEqual([[first, third, ...fans.slice(4)], 2]);
  expect(fixture.logged()).toContain("a renewal could not be ended");
  await expect(fixture.run(model)).rejects.toThrow(`2 renewals with model ${model} could not be ended`);
  expect(await renewing(model)).toEqual([first, third]);
  await expect(fixture.run(model, 2), "a run that ended none begins no other").rejects.toThrow("2 renewals");
  expect(await queued(model)).toBe(2);
  await goOn();
  await fixture.run(model);
  expect([await renewing(model), (await cancellations(model)).length]).toEqual([[], 7]);
});

test("R-OPEN-44: what has not ended yet when a model is restored goes on, and a job that waits for that ends nothing", async () => {
  const fixture = await openWithJob();
  const model = await fixture.newModel();
  const fans = (await importSubscribers(fixture, database.db, model, 5)).map(({ fan }) => fan);
  await end(fixture, model);
  await fixture.run(model, 2);
  const { running } = await inTransaction(database.db, async (tx) => {
    await set(model, "suspended", false).execute(tx);
    const running = fixture.run(model);
    await until(() => isOneWaiting(database.owner), "the job to wait for the model");
    return { running };
  });
  await running;
  expect(await renewing(model)).toEqual(fans.slice(2));
  await set(model, "suspended").execute(database.db);
  await set(model, "closed").execute(database.db);
  await set(model, "suspended", false).execute(database.db);
  await fixture.run(model);
  expect(await renewing(model), "who has left is not restored").toEqual([]);
});

test("R-OPEN-44: a fan's own cancellation stays theirs, and what is ended is ended once, by two nodes at once too", async () => {
  const fixture = await openWithJob();
  const model = await fixture.newModel();
  const fans = (await importSubscribers(fixture, database.db, model, 6)).map(({ fan }) => fan);
  const [first = 0, second = 0] = fans;
  await fixture.subscriptions.cancelByModel(first, model);
  const own = (await fixture.list(first))[0]?.canceled_at;
  fixture.clock.advance(60_000);
  const { fan: waiting } = await pendingSubscription(fixture, model);
  await end(fixture, model);
  await Promise.all([
    fixture.run(model),
    fixture.run(model),
    fixture.subscriptions.cancelByModel(second, model),
  ]);
  await fixture.run(model);
  expect(await renewing(model)).toEqual([]);
  expect((await fixture.list(first))[0]).toMatchObject({ canceled_at: own, user_canceled_at: own });
  const steps = await cancellations(model);
  for (const fan of [waiting, ...fans.slice(2)])
    expect(steps.filter((step) => step.fan === fan)).toEqual([{ fan, source: "system" }]);
  expect(steps.filter(({ fan }) => fan === second).length).toBeLessThanOrEqual(2);
});

test("R-OPEN-44: renewal that a fan switches on while the model is being suspended is ended too", async () => {
  const reached = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  let isHeld = false;
  const fixture = await openWithJob(({ catalog }) => ({
    catalog: {
      ...catalog,
      async model(...asked) {
        if (isHeld) reached.resolve();
        if (isHeld) await goOn.promise;
        return catalog.model(...asked);
      },
    },
  }));
  const model = await fixture.newModel();
  const [{ fan } = { fan: 0 }] = await importSubscribers(fixture, database.db, model, 1);
  await fixture.subscriptions.cancelByModel(fan, model);
  isHeld = true;
  const body = { modelId: model };
  const enabled = fixture.call("POST", "/api/fan/subscribe-model", { id: fan }, { body, key: randomUUID() });
  await reached.promise;
  let isEnded = false;
  const ended = end(fixture, model).then(async () => {
    await fixture.run(model);
    isEnded = true;
  });
  await until(
    async () => isEnded || (await isOneWaiting(database.owner)),
    "the suspension to wait for the fan",
  );
  goOn.resolve();
  expect((await enabled).body).toMatchObject({ status: "active" });
  await ended;
  expect(await renewing(model)).toEqual([]);
  const again = await fixture.call("POST", "/api/fan/subscribe-model", { id: fan }, { body });
  expect(again.status).toBe(404);
});

test("R-OPEN-44: a repeated request asks for the model before it locks its subscription, as what ends renewals does", async () => {
  const free: number[] = [];
  const fixture = await openWithJob(({ catalog }) => ({
    catalog: {
      ...catalog,
      async keepListed(tx, id) {
        free.push(await untouched(id));
        return catalog.keepListed(tx, id);
      },
    },
  }));
  const [fan, model, key] = [await fixture.newFan(), await fixture.newModel(), randomUUID()];
  const body = { modelId: model };
  const request = () => fixture.call("POST", "/api/fan/subscribe-model", { id: fan }, { body, key });
  const { url } = (await request()).body;
  expect((await request()).body.url).toBe(url);
  expect(free).toEqual([0, 1]);
});

test.each(["before", "after"])(
  "R-OPEN-44: what a gateway charges %s the job comes to it buys its month, and is not charged again",
  async (when) => {
    const fixture = await openWithJob();
    const [fan, model] = [await fixture.newFan(), await fixture.newModel()];
    const first = await fixture.join(fan, model);
    const name = await fixture.userName(fan);
    await end(fixture, model);
    if (when === "after") await fixture.run(model);
    fixture.provider.rebill(name);
    const paidUntil = Date.parse(first.expire_at) + 30 * dayMs;
    const paid = async () => Date.parse((await fixture.list(fan))[0]?.expire_at ?? "") === paidUntil;
    await until(paid, "the second month");
    await fixture.run(model);
    expect((await fixture.list(fan))[0]?.canceled_at).not.toBeNull();
    await until(async () => {
      await fixture.subscriptions.syncGateways();
      return fixture.provider.store.byUserName(name)?.state === "canceled";
    }, "the gateway to know");
  },
);
