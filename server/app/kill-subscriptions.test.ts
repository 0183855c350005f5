import { sql } from "kysely";
import { expect, test } from "vitest";
import { noticeBody } from "#demo/gateways/commercegate/notices.ts";
import { createWallet } from "#server/wallet/wallet.ts";
import { registerListedModel, registerMember } from "#testing/app/members.ts";
import { lockBarrier } from "#testing/database/lock-barrier.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { appProcesses } from "#testing/processes/app-processes.ts";
import { noticePath, startFakeProvider } from "#testing/subscriptions/fake-provider.ts";
import { until } from "#testing/until.ts";

const database = fileDatabase();
const apps = appProcesses(database);
const wallet = createWallet();

test(
  "R-OPEN-42, R-OPEN-44, R-OPEN-45: kill -9 while paid months are written, one of them returned before it was reported, and again before the answer: each month, its tokens and its return count once",
  {
    timeout: 90_000,
  },
  async () => {
    const {
      app: providerServer,
      provider,
      url,
    } = await startFakeProvider(
      () => "http://127.0.0.1:9",
      () => new Date(),
    );
    const settings = { memberships: { url: url() } };
    const first = await apps.start(settings);
    const [fan, refunded] = [await registerMember(first), await registerMember(first)];
    const model = await registerListedModel(first, database.db);
    const plan = { price_monthly_subscription: 9.99, freeTokens: 25, subscription_enable: true };
    expect((await first.call("POST", "/api/studio/subscription", { as: model, body: plan })).status).toBe(
      200,
    );
    for (const as of [fan, refunded]) {
      const order = { as, body: { modelId: model.id } };
      expect((await first.call("POST", "/api/fan/subscribe-model", order)).body.status).toBe("payment");
    }
    const [membership, returning] = provider.store.all();
    if (!membership || !returning) throw new Error("no membership was asked for");
    const notify = (origin: string, { packid, amount, op1, op2 } = membership, changes = {}) =>
      fetch(origin + noticePath, {
        method: "POST",
        body: noticeBody({
          TransactionType: "SALE",
          TransactionID: `sale of ${op1}`,
          OfferID: packid,
          Amount: amount,
          Currency: "USD",
          op1,
          op2,
          ...changes,
        }),
        headers: { "content-type": "text/xml" },
      });
    const charges = async (state: string) =>
      (
        await sql<{ n: number }>`
        select count(*)::int as n from subscriptions.charge where state = ${state}`.execute(database.db)
      ).rows[0]?.n;
    const balanceOf = ({ id }: { id: number }) => wallet.balance(database.db, { kind: "fan", id });

    // The fans' accounts are locked: the months are being written when the process dies.
    const refund = {
      TransactionType: "REFUND",
      TransactionID: "back",
      TransactionReferenceID: `sale of ${returning.op1}`,
    };
    expect(await (await notify(first.origin, returning, refund)).text()).toBe("SUCCESS");
    const stop = await lockBarrier(database.owner, (tx) =>
      sql`select from wallet.account where kind = 'fan' and owner_id in (${fan.id}, ${refunded.id}) for update`.execute(
        tx,
      ),
    );
    const lost = [membership, returning].map((one) => notify(first.origin, one).catch(() => null));
    await stop.reached(first.name, 2);
    const killed = first.kill();
    await stop.release();
    await killed;
    expect(await Promise.all(lost)).toEqual([null, null]);
    expect([await charges("paid"), await balanceOf(fan), await balanceOf(refunded)]).toEqual([0, 0, 0]);

    // The next process takes them, and dies as soon as they are written: its answers may never have been sent.
    const second = await apps.start(settings);
    const answers = [membership, returning].map((one) => notify(second.origin, one).catch(() => null));
    await until(
      async () => (await charges("paid")) === 1 && (await charges("refunded")) === 1,
      "the months to be written",
    );
    await second.kill();
    await Promise.all(answers);
    const third = await apps.start(settings);
    for (const one of [membership, returning])
      expect(await (await notify(third.origin, one)).text()).toBe("SUCCESS");
    expect(await (await notify(third.origin, returning, refund)).text()).toBe("SUCCESS");
    expect([await charges("paid"), await charges("refunded")]).toEqual([1, 1]);
    await until(async () => (await balanceOf(fan)) === 25, "the tokens, once");
    expect(await balanceOf(refunded)).toBe(0);
    const { body: list } = await third.call("GET", "/api/fan/subscriptions-models", { as: fan });
    expect(list).toMatchObject({
      data: [{ model_id: model.id, freeTokens: 25, canceled_at: null }],
      meta: { last_page: 1 },
    });
    const { body: ended } = await third.call("GET", "/api/fan/subscriptions-models", { as: refunded });
    const [row] = (ended as { data: { canceled_at: string; expire_at: string }[] }).data;
    expect(Date.parse(row?.expire_at ?? "")).toBeLessThanOrEqual(Date.now());
    expect(row?.canceled_at).not.toBeNull();
    await providerServer.close();
  },
);

test(
  "R-OPEN-42, R-OPEN-44: kill -9 while a fan agrees to a higher price, and again as it is reported to the provider: one agreement, one email, one price",
  {
    timeout: 90_000,
  },
  async () => {
    let origin = "";
    const {
      app: providerServer,
      provider,
      url,
    } = await startFakeProvider(
      () => origin + noticePath,
      () => new Date(),
    );
    const settings = { memberships: { url: url() } };
    const first = await apps.start(settings);
    origin = first.origin;
    const [fan, model] = [await registerMember(first), await registerListedModel(first, database.db)];
    const sell = (price: number) => {
      const body = { price_monthly_subscription: price, freeTokens: 0, subscription_enable: true };
      return first.call("POST", "/api/studio/subscription", { as: model, body });
    };
    type Row = { id: number; price: number; price_change: { price: number } | null };
    const rowOf = async (app: typeof first) => {
      const { body } = await app.call("GET", "/api/fan/subscriptions-models", { as: fan });
      return (body as unknown as { data: Row[] }).data[0];
    };
    await sell(9.99);
    await first.call("POST", "/api/fan/subscribe-model", { as: fan, body: { modelId: model.id } });
    const [membership] = provider.store.all();
    provider.decide(membership?.token ?? "", true);
    await until(() => rowOf(first), "the first month");
    await sell(19.99);
    await apps.job("ask_about_prices");
    const asked = await until(async () => {
      const row = await rowOf(first);
      return row?.price_change ? row : undefined;
    }, "the question");
    const agree = (app: typeof first) =>
      app.call("POST", "/api/fan/agree-to-price", {
        as: fan,
        body: { subscription_id: asked.id, price: 19.99 },
      });
    const kept = async () =>
      (
        await sql<{ agreed: number[]; changes: string[]; mails: number }>`select
        (select array_agg(price_cents order by id) from subscriptions.agreement where subscription_id = ${asked.id}) as agreed,
        (select array_agg(state order by id) from subscriptions.price_change where subscription_id = ${asked.id}) as changes,
        (select count(*)::int from mail.message where subject like 'You agreed to%') as mails`.execute(
          database.owner,
        )
      ).rows[0];

    // The question is locked: the agreement is being written when the process dies.
    const stop = await lockBarrier(database.owner, (tx) =>
      sql`select from subscriptions.price_change where subscription_id = ${asked.id} for update`.execute(tx),
    );
    const lost = agree(first).catch(() => null);
    await stop.reached(first.name, 1);
    const killed = first.kill();
    await stop.release();
    await killed;
    expect(await lost).toBeNull();
    expect(await kept()).toEqual({ agreed: [999], changes: ["open"], mails: 0 });

    // The next one dies as soon as it is written: neither the fan nor the provider may know of it.
    const second = await apps.start(settings);
    origin = second.origin;
    const answer = agree(second).catch(() => null);
    await until(async () => (await kept())?.changes[0] === "agreed", "the agreement to be written");
    await second.kill();
    await answer;
    const third = await apps.start(settings);
    origin = third.origin;
    expect((await agree(third)).body).toMatchObject({ status: "active", subscription: { price: 19.99 } });
    // A report that a dead process was sending to its provider is sent by others half a minute later.
    await sql`update subscriptions.subscription set telling_until = null where id = ${asked.id}`.execute(
      database.owner,
    );
    await apps.job("tell_subscription_gateways");
    await until(() => provider.store.all()[0]?.amount === "19.99", "the provider to know the price");
    expect(await kept()).toEqual({ agreed: [999, 1999], changes: ["agreed"], mails: 1 });
    expect(await rowOf(third)).toMatchObject({ price: 19.99, price_change: null });
    await providerServer.close();
  },
);

test(
  "R-SUB-05: kill -9 before the provider's answer that it renews again, then cancelled: the provider renews no more",
  {
    timeout: 90_000,
  },
  async () => {
    let origin = "";
    const [resumed, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const {
      app: providerServer,
      provider,
      url,
    } = await startFakeProvider(
      () => origin + noticePath,
      () => new Date(),
      async (path) => {
        if (!path.endsWith("/resume-membership")) return;
        resumed.resolve();
        await over.promise;
      },
    );
    const settings = { memberships: { url: url() } };
    const first = await apps.start(settings);
    origin = first.origin;
    const [fan, model] = [await registerMember(first), await registerListedModel(first, database.db)];
    const body = { price_monthly_subscription: 9.99, freeTokens: 0, subscription_enable: true };
    await first.call("POST", "/api/studio/subscription", { as: model, body });
    const subscribe = (app: typeof first) =>
      app.call("POST", "/api/fan/subscribe-model", { as: fan, body: { modelId: model.id } });
    const cancel = (app: typeof first) =>
      app.call("POST", "/api/fan/unsubscribe-model", { as: fan, body: { model_id: model.id } });
    await subscribe(first);
    provider.decide(provider.store.all()[0]?.token ?? "", true);
    const state = () => provider.store.all()[0]?.state;
    await until(async () => (await cancel(first)).status === 200, "the subscription to cancel");
    await until(() => state() === "canceled", "the provider to renew no more");
    provider.setKnobs({ copies: 0 });
    expect((await subscribe(first)).body).toMatchObject({ status: "active" });
    await resumed.promise;
    await first.kill();
    over.resolve();
    expect(state(), "it took effect").toBe("running");

    const second = await apps.start(settings);
    origin = second.origin;
    expect((await cancel(second)).status).toBe(200);
    // A report that a dead process was sending to its provider is sent by others half a minute later.
    await sql`update subscriptions.subscription set telling_until = null`.execute(database.owner);
    await apps.job("tell_subscription_gateways");
    await until(() => state() === "canceled", "the provider to renew no more");
    await providerServer.close();
  },
);
