import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createWallet } from "#server/wallet/wallet.ts";
import { registerListedModel, registerMember } from "#testing/app/members.ts";
import { lockBarrier } from "#testing/database/lock-barrier.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { appProcesses, type NamedApp } from "#testing/processes/app-processes.ts";
import { noticePath, startFakeProvider } from "#testing/subscriptions/fake-provider.ts";
import { until } from "#testing/until.ts";

const database = fileDatabase();
const apps = appProcesses(database);
const wallet = createWallet();

test(
  "R-OPEN-42: kill -9 before a refund of a subscription's payment is asked for, and again before its answer: the money goes back once, and so do the tokens",
  { timeout: 90_000 },
  async () => {
    let origin = "";
    const [asked, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { app, provider, url } = await startFakeProvider(
      () => origin + noticePath,
      () => new Date(),
      async (path) => {
        if (!path.endsWith("/nvp")) return;
        asked.resolve();
        await over.promise;
      },
    );
    const settings = { memberships: { url: url() } };
    const first = await apps.start(settings);
    origin = first.origin;
    const [fan, staff] = [await registerMember(first), await registerMember(first)];
    await sql`update accounts.account set role = 'admin' where id = ${staff.id}`.execute(database.owner);
    const model = await registerListedModel(first, database.db);
    const plan = { price_monthly_subscription: 9.99, freeTokens: 25, subscription_enable: true };
    await first.call("POST", "/api/studio/subscription", { as: model, body: plan });
    await first.call("POST", "/api/fan/subscribe-model", { as: fan, body: { modelId: model.id } });
    provider.decide(provider.store.all()[0]?.token ?? "", true);
    const balance = () => wallet.balance(database.db, { kind: "fan", id: fan.id });
    await until(async () => (await balance()) === 25, "the month");
    const { body: found } = await first.call("GET", `/api/admin/payments?search=${fan.id}`, { as: staff });
    const path = `/api/admin/payments/${(found as { data: { id: string }[] }).data[0]?.id}`;
    const key = randomUUID();
    const refund = (through: NamedApp) =>
      through.call("POST", `${path}/refund`, { as: staff, body: { reason: "a broken camera" }, key });
    const details = async (through: NamedApp) => (await through.call("GET", path, { as: staff })).body;
    const given = () => provider.store.all()[0]?.payments.flatMap(({ refunds = [] }) => refunds).length;

    // The subscription is locked: the order is being written when the process dies. The provider was never asked.
    const stop = await lockBarrier(database.owner, (tx) =>
      sql`select from subscriptions.subscription where fan_id = ${fan.id} for update`.execute(tx),
    );
    const unwritten = refund(first).catch(() => null);
    await stop.reached(first.name, 1);
    const killed = first.kill();
    await stop.release();
    await killed;
    expect([await unwritten, given()]).toEqual([null, 0]);

    // The order is carried out through the next process, which dies before it has the answer.
    const second = await apps.start(settings);
    expect(await details(second)).toMatchObject({ state: "succeeded", asked_back: 0 });
    const unanswered = refund(second).catch(() => null);
    await asked.promise;
    await second.kill();
    over.resolve();
    expect([await unanswered, given(), await balance()]).toEqual([null, 1, 25]);

    // The provider repeats its notice until the third takes it, which settles the order.
    const third = await apps.start(settings);
    origin = third.origin;
    await until(async () => (await balance()) === 0, "the provider's notice");
    expect(await details(third)).toMatchObject({ state: "refunded", asked_back: 0, refundable: false });
    expect((await refund(third)).status, "the same order").toBe(200);
    expect([given(), await balance()]).toEqual([1, 0]);
    const { body: log } = await third.call("GET", "/api/admin/log", { as: staff });
    expect((log as { data: { action: string }[] }).data.map(({ action }) => action)).toEqual([
      "refund_payment",
    ]);
    await app.close();
  },
);
