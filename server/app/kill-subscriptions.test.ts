import { sql } from "kysely";
import { expect, test } from "vitest";
import { noticeBody } from "#demo/gateways/commercegate/notices.ts";
import { createWallet } from "#server/wallet/wallet.ts";
import { registerMember } from "#testing/app/members.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { appsOver } from "#testing/processes/apps-over.ts";
import { standstill } from "#testing/processes/standstill.ts";
import { noticePath, openProvider } from "#testing/subscriptions/provider-party.ts";
import { until } from "#testing/until.ts";

const database = fileDatabase();
const apps = appsOver(database);
const wallet = createWallet();

test("R-OPEN-44, R-OPEN-45: kill -9 while a paid month is written, and again before it is acknowledged: one month, its tokens once", {
  timeout: 90_000,
}, async () => {
  const {
    app: party,
    provider,
    url,
  } = await openProvider(
    () => "http://127.0.0.1:9",
    () => new Date(),
  );
  const settings = { memberships: { url: url() } };
  const first = await apps.start(settings);
  const fan = await registerMember(first);
  const model = await registerMember(first, "en", true);
  const plan = { price_monthly_subscription: 9.99, freeTokens: 25, subscription_enable: true };
  expect((await first.call("POST", "/api/studio/subscription", { as: model, body: plan })).status).toBe(200);
  const wish = { as: fan, body: { modelId: model.id } };
  expect((await first.call("POST", "/api/fan/subscribe-model", wish)).body.status).toBe("payment");
  const [membership] = provider.store.all();
  if (!membership) throw new Error("no membership was asked for");
  const body = noticeBody({
    TransactionType: "SALE",
    TransactionID: "t1",
    OfferID: membership.packid,
    Amount: membership.amount,
    Currency: "USD",
    op1: membership.op1,
    op2: membership.op2,
  });
  const notify = (origin: string) =>
    fetch(origin + noticePath, { method: "POST", body, headers: { "content-type": "text/xml" } });
  const runs = async () =>
    (
      await sql<{
        n: number;
      }>`select count(*)::int as n from subscriptions.charge where state = 'paid'`.execute(database.db)
    ).rows[0]?.n;

  // The fan's purse stands still: the month is being written when the process dies.
  const stop = await standstill(database.db, (tx) =>
    sql`select from wallet.account where kind = 'fan' and owner_id = ${fan.id} for update`.execute(tx),
  );
  const lost = notify(first.origin).catch(() => null);
  await stop.reached(first.name, 1);
  const killed = first.kill();
  await stop.release();
  await killed;
  expect(await lost).toBeNull();
  expect([await runs(), await wallet.balance(database.db, { kind: "fan", id: fan.id })]).toEqual([0, 0]);

  // The next process takes it, and dies as soon as it is written: its answer may never have left the house.
  const second = await apps.start(settings);
  const answer = notify(second.origin).catch(() => null);
  await until(async () => (await runs()) === 1, "the month to be written");
  await second.kill();
  await answer;
  const third = await apps.start(settings);
  expect(await (await notify(third.origin)).text()).toBe("SUCCESS");
  expect(await runs()).toBe(1);
  await until(
    async () => (await wallet.balance(database.db, { kind: "fan", id: fan.id })) === 25,
    "the tokens, once",
  );
  const { body: list } = await third.call("GET", "/api/fan/subscriptions-models", { as: fan });
  expect(list).toMatchObject({ data: [{ model_id: model.id, freeTokens: 25 }], meta: { last_page: 1 } });
  await party.close();
});
