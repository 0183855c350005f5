import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeAdmin } from "#server/app/make-admin.ts";
import { promoteAccount } from "#server/identity/account-status.ts";
import { systemClock } from "#server/kit/clock.ts";
import { readRows, type Tx } from "#server/kit/database/database.ts";
import { createCommerceGate } from "#server/payments/gateways/commercegate/commercegate.ts";
import { type Member, registerMember } from "#testing/app/members.ts";
import { statusAndCode } from "#testing/app/second-factor.ts";
import { type Person, type Reply, testApp } from "#testing/app/test-app.ts";
import { gatewaySettings, noticePath, startFakeProvider } from "#testing/subscriptions/fake-provider.ts";
import { payForm } from "#testing/subscriptions/subscription-fixture.ts";
import { until } from "#testing/until.ts";

const provider = await startFakeProvider(() => app.origin + noticePath, systemClock.now);
const app = testApp(undefined, () => ({
  memberships: { commercegate: createCommerceGate(gatewaySettings(provider.url)) },
}));
afterAll(() => provider.app.close());

let staff: Person;
beforeAll(async () => {
  staff = await app.staff();
});

type Pair = { fan: Member; model: Person };
const setPrice = ({ model }: Pair, priceCents: number) =>
  app.modules.subscriptions.changePlan(model.id, { priceCents, freeTokens: 0, enabled: true, bundles: [] });
const order = ({ fan, model }: Pair) =>
  app.call("POST", "/api/fan/subscribe-model", { as: fan, body: { modelId: model.id } });

type Row = { id: number; reference: string; renews: boolean; state: string };
const rowOf = async ({ fan }: Pair) =>
  (
    await readRows(
      app.db,
      sql<Row>`select id, reference, renews, state from subscriptions.subscription where fan_id = ${fan.id}`,
    )
  )[0];
const atProvider = async (pair: Pair) =>
  provider.provider.store.byUserName(`m${(await rowOf(pair))?.reference.replaceAll("-", "")}`)?.state;

async function newPair(): Promise<Pair> {
  const pair = { fan: await registerMember(app), model: await app.model() };
  await setPrice(pair, 999);
  await sql`update accounts.account set validation = 'confirmed' where id = ${pair.fan.id}`.execute(app.db);
  return pair;
}

const pay = async (pair: Pair, ordered: Reply) => {
  await payForm(String(ordered.body.url), "approve");
  await until(async () => (await rowOf(pair))?.state === "running", "the payment");
};

/** A fan whose paid time runs and is not renewed, asked about a price first if it is to rise. */
async function cancelled(price = 999): Promise<Pair> {
  const pair = await newPair();
  await pay(pair, await order(pair));
  await setPrice(pair, price);
  if (price > 999) await app.modules.subscriptions.askAboutPrices();
  await app.modules.subscriptions.cancelByModel(pair.fan.id, pair.model.id);
  await until(async () => (await atProvider(pair)) === "canceled", "the provider to renew no more");
  return pair;
}

/** The commands that begin a renewal: the fan's state for each, and the request. */
const commands = {
  "switches on again": { prepare: () => cancelled(), run: order },
  "agrees to a price for": {
    prepare: () => cancelled(1999),
    run: async (pair: Pair) => {
      const body = { subscription_id: (await rowOf(pair))?.id, price: 19.99 };
      return app.call("POST", "/api/fan/agree-to-price", { as: pair.fan, body });
    },
  },
  orders: { prepare: newPair, run: order },
};
const ends = {
  closed: ({ fan }: Pair) =>
    app.call("POST", "/api/fan/block-user", { as: fan, body: { current_password: fan.password } }),
  suspended: ({ fan }: Pair) =>
    app.call("POST", `/api/admin/accounts/${fan.id}/suspend`, {
      as: staff,
      body: { reason: "threats in a chat", client_id: randomUUID() },
    }),
  async "made staff"({ fan }: Pair) {
    const made = await makeAdmin(app.db, systemClock)(fan.login);
    return { status: made.ok ? 200 : 409 };
  },
};
const cases = (Object.keys(commands) as (keyof typeof commands)[]).flatMap((command) =>
  (Object.keys(ends) as (keyof typeof ends)[]).map((end) => [command, end] as const),
);

/** Whether somebody waits for a row of the table that another transaction has locked. */
const isAwaited = async (table: "model" | "account") =>
  (
    await readRows(
      app.owner,
      sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and query like ${`%"${table}"%`}`,
    )
  ).length > 0;

test.each(cases)(
  "R-OPEN-11, R-OPEN-15, R-OPEN-44: a renewal that a fan %s while their account is being %s is ended, at the gateway too",
  async (command, end) => {
    const pair = await commands[command].prepare();
    let isEnded = false;
    const { answer, ending } = await app.withTransaction(async (tx) => {
      // The fan's request has gone as far as the model, whom it keeps from being hidden.
      await sql`select from catalog.model where id = ${pair.model.id} for update`.execute(tx);
      const answer = commands[command].run(pair);
      await until(() => isAwaited("model"), "the fan's request to wait for the model");
      const ending = ends[end](pair).finally(() => (isEnded = true));
      await until(
        async () => isEnded || (await isAwaited("account")),
        "what ends the account to wait for the fan",
      );
      return { answer, ending };
    });
    const answered = await answer;
    expect(statusAndCode(answered)).toEqual([200, undefined]);
    expect((await ending).status).toBeLessThan(300);
    if (command === "orders") await pay(pair, answered);
    expect(await rowOf(pair)).toMatchObject({ state: "running", renews: false });
    await until(async () => {
      await app.modules.subscriptions.syncGateways();
      return (await atProvider(pair)) === "canceled";
    }, "the provider to renew no more");
  },
);

/** The ways to end the account, without the commit. */
const endIn = {
  async closed(tx: Tx, { fan }: Pair) {
    const account = await app.modules.identity.byId(tx, fan.id);
    if (!account) throw new Error("the fan has an account");
    await app.modules.identity.close(tx, account);
    await app.modules.subscriptions.close(tx, account);
  },
  async suspended(tx: Tx, { fan }: Pair) {
    await app.modules.identity.suspend(tx, fan.id);
    await app.modules.subscriptions.endRenewals(tx, { id: fan.id, role: "fan" });
  },
  async "made staff"(tx: Tx, { fan }: Pair) {
    expect(await promoteAccount(tx, fan.login, new Date())).toMatchObject({ ok: true });
    await app.modules.subscriptions.endRenewals(tx, { id: fan.id, role: "fan" });
  },
};

test.each(cases)(
  "R-OPEN-11, R-OPEN-15, R-OPEN-44: nothing renews that a fan %s whose account is %s at that moment",
  async (command, end) => {
    const pair = await commands[command].prepare();
    const before = await rowOf(pair);
    const { answer } = await app.withTransaction(async (tx) => {
      await endIn[end](tx, pair);
      let isAnswered = false;
      const answer = commands[command].run(pair).finally(() => (isAnswered = true));
      await until(
        async () => isAnswered || (await isAwaited("account")),
        "the fan's request to wait for that",
      );
      return { answer };
    });
    expect(statusAndCode(await answer)).toEqual([403, "blocked"]);
    expect(await rowOf(pair)).toEqual(before);
  },
);
