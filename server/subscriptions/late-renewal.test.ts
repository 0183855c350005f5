import { beforeEach, expect, test } from "vitest";
import { fileDatabase } from "#testing/database/test-database.ts";
import { payForm, subscriptionFixtures } from "#testing/subscriptions/subscription-fixture.ts";
import { until } from "#testing/until.ts";

const database = fileDatabase();
const openFixture = subscriptionFixtures(database);
const dayMs = 24 * 3_600_000;

let fixture: Awaited<ReturnType<typeof openFixture>>;
let fan: number;
let model: number;
let user: string;
/** A membership whose month is over, while the gateway's renewal of it is still to come. */
beforeEach(async () => {
  fixture = await openFixture();
  [fan, model] = [await fixture.newFan(), await fixture.newModel()];
  await fixture.join(fan, model);
  user = await fixture.userName(fan);
  fixture.clock.advance(30 * dayMs + 5 * 60_000);
});

async function isOffAtGateway(): Promise<void> {
  await fixture.subscriptions.syncGateways();
  await until(
    () => fixture.provider.store.byUserName(user)?.state === "canceled",
    "the gateway to renew no more",
  );
}

const bothMemberships = () =>
  until(async () => {
    const rows = await fixture.list(fan);
    return rows.length === 2 ? rows : null;
  }, "the new membership");

test("R-SUB-08, R-OPEN-48: a membership whose renewal is late can be cancelled, and is not charged then", async () => {
  const body = { model_id: model };
  const answer = await fixture.call("POST", "/api/fan/unsubscribe-model", { id: fan }, { body });
  expect(answer).toMatchObject({ status: 200, body: { status: "canceled" } });
  await isOffAtGateway();
  expect((await fixture.list(fan))[0]?.user_canceled_at).not.toBeNull();
});

test("R-SUB-08, R-OPEN-48: who subscribes again while a renewal is late is renewed once, not twice", async () => {
  const body = { modelId: model };
  const asked = await fixture.call("POST", "/api/fan/subscribe-model", { id: fan }, { body });
  expect(asked).toMatchObject({ status: 200, body: { status: "payment" } });
  await payForm(String(asked.body.url), "approve");
  const both = await bothMemberships();
  await isOffAtGateway();
  const now = fixture.clock.now().getTime();
  const renewing = both.filter(({ canceled_at }) => canceled_at === null);
  expect(renewing).toHaveLength(1);
  expect(Date.parse(renewing[0]?.created_at ?? ""), "its time begins at once").toBeLessThanOrEqual(now);
});

test("R-SUB-08: the late renewal of a membership that was followed by another buys its month, and renews no more", async () => {
  const body = { modelId: model };
  const asked = await fixture.call("POST", "/api/fan/subscribe-model", { id: fan }, { body });
  fixture.provider.rebill(user);
  await until(
    async () => (await fixture.subscriptions.subscribed(database.db, fan, [model])).has(model),
    "the month",
  );
  await payForm(String(asked.body.url), "approve");
  const both = await bothMemberships();
  await isOffAtGateway();
  const [last, first] = both;
  expect([last?.canceled_at, first?.canceled_at === null]).toEqual([null, false]);
  expect(Date.parse(last?.created_at ?? ""), "it follows what is paid").toBe(
    Date.parse(first?.expire_at ?? ""),
  );
});
