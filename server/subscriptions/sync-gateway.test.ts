import { sql } from "kysely";
import { expect, test } from "vitest";
import { readRows } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import {
  type SubscriptionFixture,
  subscriptionFixtures,
} from "#testing/subscriptions/subscription-fixture.ts";
import { until } from "#testing/until.ts";
import { createSubscriptions, type Subscriptions } from "./subscriptions.ts";

const database = fileDatabase();
const openFixture = subscriptionFixtures(database);

/** A gateway that takes connections and answers no call about a membership: `call` waits as long as the test wants. */
async function hangingGateway() {
  let call: () => Promise<unknown> = async () => undefined;
  let calls = 0;
  let another: (() => Subscriptions) | undefined;
  const fixture = await openFixture({
    gateway: {
      fetch: async (url, init) => {
        if (!String(url).endsWith("/cancel-membership")) return fetch(url, init);
        calls++;
        await call();
        throw new DOMException("the gateway did not answer", "TimeoutError");
      },
    },
    needs: (needs) => {
      another = () => createSubscriptions(needs);
      return needs;
    },
  });
  return {
    fixture,
    calls: () => calls,
    whenCalled: (wait: typeof call) => {
      call = wait;
    },
    anotherProcess: () => {
      if (!another) throw new Error("the fixture is not open");
      return another();
    },
  };
}

/** So many subscriptions of one fan whose gateway is to renew none of them any more. */
async function cancelled(fixture: SubscriptionFixture, count: number): Promise<number> {
  const fan = await fixture.newFan();
  for (let n = 0; n < count; n++) await fixture.join(fan, await fixture.newModel());
  await inTransaction(database.db, (tx) => fixture.subscriptions.close(tx, { id: fan, role: "fan" }));
  return fan;
}

const failuresOf = async (fan: number) =>
  (
    await readRows(
      database.db,
      sql<{ failures: number }>`
        select tell_failures as failures from subscriptions.subscription where fan_id = ${fan} order by updated_at, id`,
    )
  ).map(({ failures }) => failures);

test("R-SUB-05: while a gateway does not answer a turn begins no update after 50 s, and the next goes on with the others", async () => {
  const { fixture, whenCalled } = await hangingGateway();
  const fan = await cancelled(fixture, 9);
  whenCalled(async () => fixture.clock.advance(8_000));
  expect((await fixture.subscriptions.syncGateways()).updated).toBe(7);
  expect((await failuresOf(fan)).toSorted((one, other) => one - other)).toEqual([0, 0, 1, 1, 1, 1, 1, 1, 1]);
  fixture.clock.advance(60_000);
  whenCalled(async () => fixture.clock.advance(25_000));
  expect((await fixture.subscriptions.syncGateways()).updated).toBe(2);
  expect(await failuresOf(fan), "those that were not tried come first").toEqual(Array(9).fill(1));
});

test("R-SUB-05: a turn that comes while another waits for the gateway is over at once", async () => {
  const { fixture, calls, whenCalled } = await hangingGateway();
  const fan = await cancelled(fixture, 2);
  const timedOut = Promise.withResolvers<void>();
  whenCalled(() => timedOut.promise);
  const waiting = fixture.subscriptions.syncGateways();
  await until(() => calls() === 1, "the first update");
  expect(await fixture.subscriptions.syncGateways()).toEqual({ updated: 0, late: 0 });
  expect(calls()).toBe(1);
  timedOut.resolve();
  expect((await waiting).updated).toBe(2);
  expect([calls(), await failuresOf(fan)]).toEqual([2, [1, 1]]);
});

test("R-SUB-05: what another process has tried meanwhile is tried again only when it is due", async () => {
  const { fixture, calls, whenCalled, anotherProcess } = await hangingGateway();
  const fan = await cancelled(fixture, 2);
  const timedOut = Promise.withResolvers<void>();
  whenCalled(() => (calls() === 1 ? timedOut.promise : Promise.resolve()));
  const waiting = fixture.subscriptions.syncGateways();
  await until(() => calls() === 1, "the first update");
  expect((await anotherProcess().syncGateways()).updated).toBe(1);
  timedOut.resolve();
  await waiting;
  expect([calls(), await failuresOf(fan)]).toEqual([2, [1, 1]]);
});

test("R-SUB-05, R-SUB-08: what a fan asks for goes out at once, also while an earlier try waits for its turn", async () => {
  const { fixture, calls } = await hangingGateway();
  const [fan, model] = [await fixture.newFan(), await fixture.newModel()];
  const { id } = await fixture.join(fan, model);
  for (const tries of [1, 2]) {
    await fixture.call("POST", `/api/payments/cancel-subscription/${id}`, { id: fan });
    await until(async () => (await failuresOf(fan))[0] === tries, "the try to fail");
  }
  expect((await fixture.subscriptions.syncGateways()).updated).toBe(0);
  expect(calls()).toBe(2);
});
