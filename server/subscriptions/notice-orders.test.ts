import { sql } from "kysely";
import { expect, test } from "vitest";
import { createWallet } from "#server/wallet/wallet.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { permutations } from "#testing/permutations.ts";
import {
  type Command,
  type HistoryStep,
  membershipHistories,
  ordersOf,
} from "#testing/subscriptions/membership-histories.ts";
import { noticeOf, pendingSubscription } from "#testing/subscriptions/notices.ts";
import {
  type SubscriptionFixture,
  subscriptionFixtures,
} from "#testing/subscriptions/subscription-fixture.ts";

const database = fileDatabase();
const openFixture = subscriptionFixtures(database);
const wallet = createWallet();
const dayMs = 24 * 3_600_000;

type Subscriber = { fan: number; model: number };

/** A fixture whose provider sends no automatic reports, and a model with tokens for each month. */
async function silentFixture() {
  const fixture = await openFixture();
  fixture.provider.setKnobs({ copies: 0 });
  return { fixture, model: await fixture.newModel({ freeTokens: 10 }) };
}

/** Lives one order with a new fan, each notice so many times in a row; answers what became of it. */
async function live(
  fixture: SubscriptionFixture,
  model: number,
  order: readonly HistoryStep[],
  copies: number,
) {
  const subscriber = await pendingSubscription(fixture, model);
  const membership = fixture.provider.store.byUserName(await fixture.userName(subscriber.fan));
  if (!membership) throw new Error("no such membership");
  fixture.provider.store.save({ ...membership, state: "running" });
  for (const step of order) {
    if (typeof step === "string") {
      await command(fixture, subscriber, step);
      continue;
    }
    const notice = await noticeOf(fixture, subscriber.fan, step);
    for (let copy = 0; copy < copies; copy++)
      expect(await fixture.notify(notice)).toEqual({ status: 200, text: "SUCCESS" });
  }
  return endOf(fixture, subscriber);
}

async function command(
  fixture: SubscriptionFixture,
  { fan, model }: Subscriber,
  step: Command,
): Promise<void> {
  const calls = {
    cancel: ["/api/fan/unsubscribe-model", { model_id: model }],
    enable: ["/api/fan/subscribe-model", { modelId: model }],
  } as const;
  const [path, body] = calls[step];
  expect((await fixture.call("POST", path, { id: fan }, { body })).status).toBe(200);
}

/** Everything that anybody could notice of a fan's only subscription, without the numbers that are the fan's own. */
async function endOf(fixture: SubscriptionFixture, { fan, model }: Subscriber) {
  const plain = (value: unknown) => String(value).replaceAll(`-${fan}`, "");
  const table = (await fixture.list(fan)).map((row) => ({
    ...row,
    ...{ id: 0, model_id: 0, login: "", name: "" },
    gateway_subscription_id: plain(row.gateway_subscription_id),
  }));
  const subscription = await sql<{ state: string; renews: boolean }>`
    select state, renews from subscriptions.subscription where fan_id = ${fan}`.execute(database.db);
  const charges = await sql`
    select replace(transaction_id, ${`-${fan}`}, '') as payment, c.state, period_start, period_end, c.free_tokens
    from subscriptions.charge as c join subscriptions.subscription as s on s.id = subscription_id
    where fan_id = ${fan} order by transaction_id`.execute(database.db);
  const events = await sql<{ kind: string; payload: Record<string, unknown> }>`
    select kind, payload from kit.outbox where stream = ${`subscriptions.${fan}`} order by id`.execute(
    database.db,
  );
  const of = (kind: string) =>
    events.rows.filter((event) => event.kind === kind).map(({ payload }) => payload);
  const { start, end, canceledAt } = of("subscription_saved").at(-1) ?? {};
  const statement = await wallet.entireStatement(database.db, { kind: "fan", id: fan }, {});
  return {
    table,
    subscription: subscription.rows[0],
    access: (await fixture.subscriptions.subscribed(database.db, fan, [model])).has(model),
    charges: charges.rows,
    balance: await fixture.balance(fan),
    statement: sorted(statement.map(({ type, tokens }) => `${type} ${tokens}`)),
    saved: { start, end, canceledAt },
    paid: sorted(of("subscription_paid").map(({ transactionId }) => plain(transactionId))),
    returned: sorted(of("subscription_returned").map(({ kind }) => String(kind))),
  };
}

const sorted = (texts: readonly string[]) => texts.toSorted((a, b) => a.localeCompare(b));

const describeOrder = (order: readonly HistoryStep[]) =>
  order.map((step) => (typeof step === "string" ? step : step.TransactionType)).join(" ");

test.each(membershipHistories.map((life) => [life.name, life] as const))(
  "R-OPEN-42, R-OPEN-44, R-OPEN-45: whatever order its notices come in, and however often, a life ends the same: %s",
  async (_name, life) => {
    const { fixture, model } = await silentFixture();
    const { ends } = life;
    const now = fixture.clock.now();
    const trueEnd = await live(fixture, model, life.steps, 1);
    expect(trueEnd).toMatchObject({
      subscription: { state: ends.state, renews: !ends.canceled },
      access: ends.state === "running",
      balance: ends.tokens,
      table: [
        {
          created_at: now.toISOString(),
          expire_at: new Date(now.getTime() + ends.days * dayMs).toISOString(),
          canceled_at: ends.canceled ? now.toISOString() : null,
          user_canceled_at: ends.byFan ? now.toISOString() : null,
          gateway_subscription_id: "t1",
        },
      ],
    });
    const orders = ordersOf(life);
    const others = await Promise.all(orders.map((order) => live(fixture, model, order, 2)));
    for (const [index, order] of orders.entries())
      expect(others[index], describeOrder(order)).toEqual(trueEnd);
  },
);

test(
  "R-OPEN-42: copies of notices in every order among the others change nothing",
  {
    // 90 memberships with six notices each.
    timeout: 240_000,
  },
  async () => {
    const { fixture, model } = await silentFixture();
    const life = membershipHistories.find(({ name }) => name === "renewed, the first month charged back");
    if (!life) throw new Error("no such life");
    const trueEnd = await live(fixture, model, life.steps, 1);
    const doubled = [...life.steps, ...life.steps];
    const orders = new Map(permutations(doubled).map((order) => [describeOrder(order), order]));
    expect(orders.size, "six notices, two of each").toBe(90);
    const others = await Promise.all([...orders.values()].map((order) => live(fixture, model, order, 1)));
    for (const [index, order] of [...orders.keys()].entries()) expect(others[index], order).toEqual(trueEnd);
  },
);

test("R-OPEN-42, R-OPEN-44: notices that all come at one moment, each three times, end as one after another", async () => {
  const { fixture, model } = await silentFixture();
  for (const life of membershipHistories.filter(({ steps }) =>
    steps.every((step) => typeof step !== "string"),
  )) {
    const trueEnd = await live(fixture, model, life.steps, 1);
    const subscriber = await pendingSubscription(fixture, model);
    const notices = await Promise.all(
      life.steps.flatMap((step) =>
        typeof step === "string" ? [] : [noticeOf(fixture, subscriber.fan, step)],
      ),
    );
    await Promise.all([...notices, ...notices, ...notices].map((notice) => fixture.notify(notice)));
    expect(await endOf(fixture, subscriber), life.name).toEqual(trueEnd);
  }
});
