import { sql } from "kysely";
import { expect, test } from "vitest";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import {
  importSubscribers,
  isOneWaiting,
  renewingFans,
  stopEnding,
} from "#testing/subscriptions/subscribers.ts";
import {
  type SubscriptionFixture,
  subscriptionFixtures,
} from "#testing/subscriptions/subscription-fixture.ts";
import { until } from "#testing/until.ts";

const database = fileDatabase();
const openFixture = subscriptionFixtures(database);
const hourMs = 3_600_000;
const minuteMs = 60_000;

const setHidden = (model: number, is: boolean) =>
  sql`update catalog.model set hidden = ${is} where id = ${model}`;
const renewing = (model: number) => renewingFans(database.db, model);

/** A model of whose subscribers two are charged within two days, and a third one a minute later. */
async function subscribed(fixture: SubscriptionFixture) {
  const model = await fixture.newModel();
  const imported = await importSubscribers(fixture, database.db, model, 3, 48 * hourMs - minuteMs);
  return { model, fans: imported.map(({ fan }) => fan) };
}

test("R-OPEN-44: what would be charged within two days for a hidden model is ended, the rest only once its time comes", async () => {
  const fixture = await openFixture();
  const [hidden, shown] = [await subscribed(fixture), await subscribed(fixture)];
  await setHidden(hidden.model, true).execute(database.db);
  await fixture.subscriptions.syncGateways();
  expect([await renewing(hidden.model), await renewing(shown.model)]).toEqual([
    hidden.fans.slice(2),
    shown.fans,
  ]);
  const at = fixture.clock.now().toISOString();
  expect((await fixture.list(hidden.fans[0] ?? 0))[0]).toMatchObject({
    ...{ canceled_at: at, user_canceled_at: null, can_reenable: false },
  });
  fixture.clock.advance(minuteMs);
  await fixture.subscriptions.syncGateways();
  expect([await renewing(hidden.model), await renewing(shown.model)]).toEqual([[], shown.fans]);
});

test("R-OPEN-44: the gateway hears of it in the same turn, and a fan switches it on again once the model is shown", async () => {
  const fixture = await openFixture();
  const [fan, model] = [await fixture.newFan(), await fixture.newModel()];
  await fixture.join(fan, model);
  const name = await fixture.userName(fan);
  const state = () => fixture.provider.store.byUserName(name)?.state;
  const subscribe = () =>
    fixture.call("POST", "/api/fan/subscribe-model", { id: fan }, { body: { modelId: model } });
  await setHidden(model, true).execute(database.db);
  fixture.clock.advance((28 * 24 - 1) * hourMs);
  await fixture.subscriptions.syncGateways();
  expect(state()).toBe("running");
  fixture.clock.advance(hourMs);
  await fixture.subscriptions.syncGateways();
  expect([state(), (await subscribe()).status]).toEqual(["canceled", 404]);
  await setHidden(model, false).execute(database.db);
  expect((await subscribe()).body).toMatchObject({ status: "active", subscription: { canceled_at: null } });
  await until(() => state() === "running", "the gateway to renew again");
  await fixture.subscriptions.syncGateways();
  expect((await fixture.list(fan))[0]?.canceled_at).toBeNull();
});

test("R-OPEN-44: a model who is shown again before their subscribers' turn comes keeps them", async () => {
  const fixture = await openFixture();
  const { model, fans } = await subscribed(fixture);
  await setHidden(model, true).execute(database.db);
  const { turn } = await inTransaction(database.db, async (tx) => {
    await setHidden(model, false).execute(tx);
    const turn = fixture.subscriptions.syncGateways();
    await until(() => isOneWaiting(database.owner), "the turn to wait for the model");
    return { turn };
  });
  await turn;
  expect(await renewing(model)).toEqual(fans);
});

test("R-OPEN-44: a fan's own cancellation stays theirs, and two nodes end each once", async () => {
  const fixture = await openFixture();
  const { model, fans } = await subscribed(fixture);
  const [own = 0, other = 0] = fans;
  await fixture.subscriptions.cancelByModel(own, model);
  await setHidden(model, true).execute(database.db);
  fixture.clock.advance(minuteMs);
  const steps = async () => {
    const { rows } = await sql<{ fan: number; source: string }>`
      select fan_id as fan, source from subscriptions.step as step
      join subscriptions.subscription as subscription on subscription.id = step.subscription_id
      where model_id = ${model} and kind = 'canceled' order by fan_id desc`.execute(database.owner);
    return rows;
  };
  const another = await openFixture();
  another.clock.set(fixture.clock.now());
  const turns = [fixture, another].map(({ subscriptions }) => subscriptions.syncGateways());
  await Promise.all([...turns, fixture.subscriptions.cancelByModel(own, model)]);
  expect(await steps()).toEqual([
    { fan: own, source: "fan" },
    { fan: other, source: "system" },
    { fan: fans[2], source: "system" },
  ]);
});

test("R-OPEN-44: one renewal that cannot be ended holds up no other, with its model or another one", async () => {
  const fixture = await openFixture();
  const [broken, other] = [await subscribed(fixture), await subscribed(fixture)];
  for (const { model } of [broken, other]) await setHidden(model, true).execute(database.db);
  const [first = 0, ...others] = broken.fans;
  const goOn = await stopEnding(database.owner, [first]);
  await fixture.subscriptions.syncGateways();
  expect([await renewing(broken.model), await renewing(other.model)]).toEqual([
    [first, ...others.slice(1)],
    other.fans.slice(2),
  ]);
  expect(fixture.logged()).toContain("a renewal could not be ended");
  await goOn();
  await fixture.subscriptions.syncGateways();
  expect(await renewing(broken.model)).toEqual(others.slice(1));
});

/** A fixture in which `meanwhile` happens whenever a model is locked and whenever all who are out of sight are read. */
async function openWatched() {
  let meanwhile: (what: number | "all") => Promise<unknown> = async () => undefined;
  const fixture = await openFixture({
    needs: (needs) => ({
      ...needs,
      catalog: {
        ...needs.catalog,
        async lockVisibility(tx, id) {
          await meanwhile(id);
          return needs.catalog.lockVisibility(tx, id);
        },
        async outOfSight(reader) {
          await meanwhile("all");
          return needs.catalog.outOfSight(reader);
        },
      },
    }),
  });
  return {
    fixture,
    during: (happens: typeof meanwhile) => {
      meanwhile = happens;
    },
  };
}

/** Two models, hidden by staff, the one with the lower id first. */
async function twoHidden(fixture: SubscriptionFixture) {
  const both = [await subscribed(fixture), await subscribed(fixture)] as const;
  for (const { model } of both) await setHidden(model, true).execute(database.db);
  return both;
}

test("R-OPEN-44: one model whose renewals cannot be ended holds up no other", async () => {
  const { fixture, during } = await openWatched();
  const [first, second] = await twoHidden(fixture);
  during(async (what) => {
    if (what === first.model) throw new Error("this one cannot be locked");
  });
  await fixture.subscriptions.syncGateways();
  expect([await renewing(first.model), await renewing(second.model)]).toEqual([
    first.fans,
    second.fans.slice(2),
  ]);
  expect(fixture.logged()).toContain("renewals with a hidden model could not be ended");
});

test("R-SUB-05, R-OPEN-44: when nobody can say who is hidden the gateways are updated all the same", async () => {
  const { fixture, during } = await openWatched();
  const [fan, model] = [await fixture.newFan(), await fixture.newModel()];
  await fixture.join(fan, model);
  await inTransaction(database.db, (tx) => fixture.subscriptions.close(tx, { id: fan, role: "fan" }));
  during(async () => {
    throw new Error("nobody can say");
  });
  await fixture.subscriptions.syncGateways();
  const name = await fixture.userName(fan);
  expect(fixture.provider.store.byUserName(name)?.state).toBe("canceled");
  expect(fixture.logged()).toContain("renewals with a hidden model could not be ended");
});

test("R-OPEN-44: a turn begins with no other hidden model after 50 s, and the next turn goes on with it", async () => {
  const { fixture, during } = await openWatched();
  const [first, second] = await twoHidden(fixture);
  let locks = 0;
  during(async (what) => {
    if (what === first.model && ++locks === 2) fixture.clock.advance(50_000);
  });
  const { updated } = await fixture.subscriptions.syncGateways();
  expect([await renewing(first.model), await renewing(second.model), updated]).toEqual([
    first.fans.slice(2),
    second.fans,
    0,
  ]);
  await fixture.subscriptions.syncGateways();
  expect(await renewing(second.model)).toEqual(second.fans.slice(2));
});

test("R-OPEN-44: a turn that comes while another ends renewals is over at once", async () => {
  const { fixture, during } = await openWatched();
  const held = Promise.withResolvers<void>();
  let turns = 0;
  during(async (what) => {
    if (what === "all" && ++turns === 1) await held.promise;
  });
  const waiting = fixture.subscriptions.syncGateways();
  expect(await fixture.subscriptions.syncGateways()).toEqual({ updated: 0, late: 0 });
  expect(turns).toBe(1);
  held.resolve();
  await waiting;
});

test.each([
  ["is suspended", sql`suspended = true`],
  ["has left", sql`closed_at = now()`],
])(
  "R-OPEN-44: what the job has left of a model who %s is ended two days before its charge",
  async (_, change) => {
    const fixture = await openFixture();
    const { model, fans } = await subscribed(fixture);
    await sql`update catalog.model set ${change} where id = ${model}`.execute(database.db);
    await fixture.subscriptions.syncGateways();
    expect(await renewing(model)).toEqual(fans.slice(2));
  },
);
