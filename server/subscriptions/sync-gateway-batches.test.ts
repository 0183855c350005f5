import { sql } from "kysely";
import { expect, test } from "vitest";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { importSubscribers } from "#testing/subscriptions/subscribers.ts";
import {
  type SubscriptionFixture,
  subscriptionFixtures,
} from "#testing/subscriptions/subscription-fixture.ts";

const database = fileDatabase();
const openFixture = subscriptionFixtures(database);

/** A gateway that takes every cancellation, in the order of `canceled`; `meanwhile` happens before it answers. */
async function takingGateway() {
  const canceled: string[] = [];
  let meanwhile: () => Promise<unknown> = async () => undefined;
  const fixture = await openFixture({
    gateway: {
      fetch: async (_url, init) => {
        canceled.push(new URLSearchParams(String(init?.body)).get("username") ?? "");
        await meanwhile();
        return new Response("SUCCESS");
      },
    },
  });
  return {
    fixture,
    canceled,
    during: (happens: typeof meanwhile) => {
      meanwhile = happens;
    },
  };
}

/**
 * A model who closes their account with so many subscribers, the first of whom renews last. Answers the gateway's names of
 * their memberships in the order of the next renewal.
 */
async function closedModel(fixture: SubscriptionFixture, subscribers: number): Promise<string[]> {
  const model = await fixture.newModel();
  const imported = await importSubscribers(fixture, database.db, model, subscribers);
  await inTransaction(database.db, async (tx) => {
    await sql`update catalog.model set closed_at = now() where id = ${model}`.execute(tx);
    await fixture.subscriptions.close(tx, { id: model, role: "model" });
  });
  await fixture.subscriptions.work.end_renewals?.({ modelId: model });
  return imported.map(({ reference }) => `m${reference.replaceAll("-", "")}`);
}

test("R-SUB-05: all the cancellations for a model who left reach the gateway in one turn, the next renewal first", async () => {
  const { fixture, canceled } = await takingGateway();
  const names = await closedModel(fixture, 120);
  expect((await fixture.subscriptions.syncGateways()).updated).toBe(120);
  expect(canceled).toEqual(names);
  expect((await fixture.subscriptions.syncGateways()).updated).toBe(0);
});

test("R-SUB-05: a membership that stays in doubt is left to the next turn", async () => {
  const { fixture, canceled, during } = await takingGateway();
  const [name] = await closedModel(fixture, 1);
  during(async () => {
    fixture.clock.advance(1_000);
    await sql`update subscriptions.subscription set renewal_reports = renewal_reports + 1
      where 'm' || replace(reference::text, '-', '') = ${name}`.execute(database.owner);
  });
  expect((await fixture.subscriptions.syncGateways()).updated).toBe(1);
  const inOneTurn = canceled.length;
  expect(inOneTurn).toBeLessThan(10);
  during(async () => undefined);
  expect((await fixture.subscriptions.syncGateways()).updated).toBe(1);
  expect(canceled).toHaveLength(inOneTurn + 1);
});

test("R-SUB-05: a turn of many cancellations begins none after 50 s, or once the module stops", async () => {
  const { fixture, canceled, during } = await takingGateway();
  const names = await closedModel(fixture, 120);
  during(async () => fixture.clock.advance(450));
  expect((await fixture.subscriptions.syncGateways()).updated).toBe(112);
  during(() => fixture.subscriptions.stop());
  expect((await fixture.subscriptions.syncGateways()).updated).toBe(1);
  expect(canceled).toEqual(names.slice(0, 113));
});
