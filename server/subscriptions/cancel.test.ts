import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Database, Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { noticeOf, pendingSubscription } from "#testing/subscriptions/notices.ts";
import {
  payForm,
  type SubscriptionFixture,
  subscriptionFixtures,
} from "#testing/subscriptions/subscription-fixture.ts";
import { until } from "#testing/until.ts";

const database = fileDatabase();
const openFixture = subscriptionFixtures(database);
const dayMs = 24 * 3_600_000;

test("R-SUB-05, R-SUB-08, R-AMB-08, R-AMB-47: cancelling by GET twice sets both instants once and reaches the gateway once", async () => {
  const fixture = await openFixture();
  const [fan, model] = [await fixture.newFan(), await fixture.newModel()];
  const { id } = await fixture.join(fan, model);
  fixture.clock.advance(dayMs);
  const path = `/api/payments/cancel-subscription/${id}`;
  const first = await fixture.call("GET", path, { id: fan });
  expect(first.status).toBe(200);
  expect(first.headers.get("cache-control")).toBe("no-store");
  const at = fixture.clock.now().toISOString();
  expect(first.body).toMatchObject({
    status: "canceled",
    subscription: { canceled_at: at, user_canceled_at: at },
  });
  fixture.clock.advance(60_000);
  expect((await fixture.call("GET", path, { id: fan })).body).toEqual(first.body);
  expect((await fixture.call("POST", path, { id: fan })).body).toEqual(first.body);
  const name = await fixture.userName(fan);
  await until(() => fixture.provider.store.byUserName(name)?.state === "canceled", "the gateway to know");
  expect(await fixture.subscriptions.subscribed(database.db, fan, [model]), "it runs to its end").toEqual(
    new Set([model]),
  );
});

test("R-SUB-08, R-API-24, R-API-61: another fan's id is not found, a guest is not let in, and nothing changes", async () => {
  const fixture = await openFixture();
  const [fan, other, model] = [await fixture.newFan(), await fixture.newFan(), await fixture.newModel()];
  const { id } = await fixture.join(fan, model);
  const path = `/api/payments/cancel-subscription/${id}`;
  for (const method of ["GET", "POST"] as const) {
    expect((await fixture.call(method, path, { id: other })).status).toBe(404);
    expect((await fixture.call(method, path, { id: 0 })).status).toBe(401);
    expect((await fixture.call(method, path, { id: fan, role: "model" })).status).toBe(403);
  }
  const byModel = { body: { model_id: model } };
  expect((await fixture.call("POST", "/api/fan/unsubscribe-model", { id: other }, byModel)).status).toBe(404);
  expect((await fixture.list(fan))[0]?.canceled_at).toBeNull();
  const theirs = await fixture.join(other, model);
  const own = await fixture.call("POST", "/api/fan/unsubscribe-model", { id: fan }, byModel);
  expect(own).toMatchObject({
    status: 200,
    body: { status: "canceled", subscription: { id, model_id: model } },
  });
  expect((await fixture.list(fan))[0]?.canceled_at).not.toBeNull();
  expect(await fixture.list(other)).toEqual([theirs]);
});

test("R-SUB-09, R-OPEN-48, R-AMB-49: re-enabled before the end it costs nothing, and the gateway renews again", async () => {
  const fixture = await openFixture();
  const [fan, model] = [await fixture.newFan(), await fixture.newModel({ freeTokens: 7 })];
  const row = await fixture.join(fan, model);
  const name = await fixture.userName(fan);
  const state = () => fixture.provider.store.byUserName(name)?.state;
  await fixture.call("POST", "/api/fan/unsubscribe-model", { id: fan }, { body: { model_id: model } });
  await until(() => state() === "canceled", "the gateway to renew no more");
  fixture.clock.advance(20 * dayMs);
  const { body } = await fixture.call(
    "POST",
    "/api/fan/subscribe-model",
    { id: fan },
    { body: { modelId: model } },
  );
  expect(body).toMatchObject({
    status: "active",
    subscription: { id: row.id, canceled_at: null, user_canceled_at: null, expire_at: row.expire_at },
  });
  await until(() => state() === "running", "the gateway to renew again");
  expect(fixture.provider.store.byUserName(name)?.payments).toHaveLength(1);
  expect(await fixture.balance(fan)).toBe(7);
});

test.each([
  [
    "en",
    ["You unsubscribed", "Nothing more is charged.", "stays active until December 21, 2026 (UTC)"],
    [
      "Your subscription renews again",
      "$9.99, VAT included, is charged on December 21, 2026 (UTC), and then every 30 days",
      "choose Unsubscribe beside",
    ],
  ],
  [
    "es",
    [
      "Cancelaste una suscripción",
      "No se cobra nada más.",
      "sigue activa hasta el 21 de diciembre de 2026 (UTC)",
    ],
    [
      "Tu suscripción se renueva de nuevo",
      "se cobra $9.99, IVA incluido, el 21 de diciembre de 2026 (UTC) y después cada 30 días",
      "elige Cancelar suscripción junto a",
    ],
  ],
] as const)(
  "R-SUB-05, R-SUB-09: to unsubscribe and to reactivate is mailed once each, with what is charged when (%s)",
  async (language, off, on) => {
    const fixture = await openFixture();
    fixture.fans.language = language;
    const [fan, model] = [await fixture.newFan(), await fixture.newModel()];
    await fixture.join(fan, model);
    const post = (path: string, body: object) => fixture.call("POST", path, { id: fan }, { body });
    for (const [times, path, body] of [
      [1, "/api/fan/unsubscribe-model", { model_id: model }],
      [1, "/api/fan/unsubscribe-model", { model_id: model }],
      [2, "/api/fan/subscribe-model", { modelId: model }],
      [2, "/api/fan/subscribe-model", { modelId: model }],
    ] as const) {
      expect((await post(path, body)).status).toBe(200);
      expect(fixture.emails).toHaveLength(times);
    }
    for (const [index, [subject, ...texts]] of [off, on].entries()) {
      const email = fixture.emails[index];
      expect(email).toMatchObject({ subject, language, to: `fan${fan}@fans.test` });
      for (const text of texts) expect(email?.paragraphs.join("\n")).toContain(text);
    }
  },
);

test("R-OPEN-48: a renewal is switched on again at no other price than the fan names, and a price has a cent at least", async () => {
  const fixture = await openFixture();
  const [fan, model] = [await fixture.newFan(), await fixture.newModel({ priceCents: 1999 })];
  const row = await fixture.join(fan, model);
  const subscribe = (price: number, key: string = randomUUID()) =>
    fixture.call("POST", "/api/fan/subscribe-model", { id: fan }, { body: { modelId: model, price }, key });
  const tooLittle = await subscribe(0.001);
  expect([tooLittle.status, Object.keys(tooLittle.body.errors ?? {})]).toEqual([422, ["price"]]);
  expect((await subscribe(9.99)).body, "nothing is agreed to where it renews anyway").toMatchObject({
    status: "active",
    subscription: { id: row.id, charge: 19.99 },
  });
  await fixture.call("POST", "/api/fan/unsubscribe-model", { id: fan }, { body: { model_id: model } });
  await fixture.subscriptions.changePlan(model, { priceCents: 999, freeTokens: 0, enabled: true });
  const key = randomUUID();
  const refused = await subscribe(9.99, key);
  expect([refused.status, refused.body.code]).toEqual([409, "price_changed"]);
  expect((await fixture.list(fan))[0]?.canceled_at).not.toBeNull();
  // A refused order leaves its key free.
  expect((await subscribe(19.99, key)).body).toMatchObject({
    status: "active",
    subscription: { id: row.id, canceled_at: null, charge: 19.99 },
  });
});

test("R-OPEN-48: after the end it is a new subscription with a new payment", async () => {
  const fixture = await openFixture();
  const [fan, model] = [await fixture.newFan(), await fixture.newModel()];
  const row = await fixture.join(fan, model);
  fixture.clock.advance(30 * dayMs);
  const { body } = await fixture.call(
    "POST",
    "/api/fan/subscribe-model",
    { id: fan },
    { body: { modelId: model } },
  );
  expect(body.status).toBe("payment");
  const again = await fixture.join(fan, model);
  expect(again.id).not.toBe(row.id);
  const before = (await fixture.list(fan)).find(({ id }) => id === row.id);
  expect(before?.canceled_at, "the one before is not renewed beside it").not.toBeNull();
  await until(async () => (await fixture.subscriptions.syncGateways()).updated === 0, "the gateway to know");
});

test("R-OPEN-48: a gateway that cannot resume refuses, and nothing changes", async () => {
  const fixture = await openFixture({ gateway: { resumeCall: null } });
  const [fan, model] = [await fixture.newFan(), await fixture.newModel()];
  expect(await fixture.join(fan, model)).toMatchObject({ can_reenable: false });
  await fixture.call("POST", "/api/fan/unsubscribe-model", { id: fan }, { body: { model_id: model } });
  const again = await fixture.call(
    "POST",
    "/api/fan/subscribe-model",
    { id: fan },
    { body: { modelId: model } },
  );
  expect([again.status, again.body.code]).toEqual([409, "not_resumable"]);
  expect(again.body.message).toBe(
    "The payment provider can’t renew this subscription. You can subscribe again when it ends.",
  );
  expect((await fixture.list(fan))[0]?.canceled_at).not.toBeNull();
});

test("R-SUB-05: a gateway that is down gets the cancellation later; for the fan it counts at once", async () => {
  let isAway = true;
  const fixture = await openFixture({
    gateway: {
      fetch: (url, init) =>
        isAway && String(url).endsWith("/cancel-membership")
          ? Promise.reject(new Error("away"))
          : fetch(url, init),
    },
  });
  const [fan, model] = [await fixture.newFan(), await fixture.newModel()];
  const { id } = await fixture.join(fan, model);
  const state = async () => fixture.provider.store.byUserName(await fixture.userName(fan))?.state;
  await fixture.call("POST", `/api/payments/cancel-subscription/${id}`, { id: fan });
  await until(() => fixture.logged().includes("could not be updated"), "the failed attempt");
  expect((await fixture.list(fan))[0]?.canceled_at).not.toBeNull();
  expect(await state()).toBe("running");
  isAway = false;
  fixture.clock.advance(61_000);
  await until(async () => {
    await fixture.subscriptions.syncGateways();
    return (await state()) === "canceled";
  }, "the next try");
  expect((await fixture.subscriptions.syncGateways()).updated).toBe(0);
});

test("R-SUB-05: renewal that was switched on without an answer and then cancelled ends at the gateway too", async () => {
  let isLost = true;
  const fixture = await openFixture({
    gateway: {
      fetch: async (url, init) => {
        const answer = await fetch(url, init);
        if (isLost && String(url).endsWith("/resume-membership")) throw new Error("the answer is lost");
        return answer;
      },
    },
  });
  const [fan, model] = [await fixture.newFan(), await fixture.newModel()];
  await fixture.join(fan, model);
  fixture.provider.setKnobs({ copies: 0 });
  const name = await fixture.userName(fan);
  const state = () => fixture.provider.store.byUserName(name)?.state;
  const change = (path: string, body: object) => fixture.call("POST", path, { id: fan }, { body });
  await change("/api/fan/unsubscribe-model", { model_id: model });
  await until(() => state() === "canceled", "the gateway to renew no more");
  await until(async () => (await fixture.subscriptions.syncGateways()).updated === 0, "its answer");
  await change("/api/fan/subscribe-model", { modelId: model });
  await until(() => fixture.logged().includes("could not be updated"), "the answer to be lost");
  expect(state(), "it took effect").toBe("running");
  // The echo of the first cancellation reports nothing of what was switched on since.
  await fixture.notify(
    await noticeOf(fixture, fan, { TransactionType: "CANCELMEMBERSHIPNOTIFY", TransactionID: "c1" }),
  );
  await change("/api/fan/unsubscribe-model", { model_id: model });
  await until(() => state() === "canceled", "the gateway to renew no more");
  isLost = false;
  await until(async () => (await fixture.subscriptions.syncGateways()).updated === 0, "nothing to be due");
  expect(state()).toBe("canceled");
});

test("R-SUB-05: a cancellation after an update of unknown outcome counts as late until it arrives or the membership is over", async () => {
  let isAway = false;
  const fixture = await openFixture({
    gateway: { fetch: (url, init) => (isAway ? Promise.reject(new Error("away")) : fetch(url, init)) },
  });
  const [fan, model] = [await fixture.newFan(), await fixture.newModel()];
  await fixture.join(fan, model);
  const cancel = () =>
    fixture.call("POST", "/api/fan/unsubscribe-model", { id: fan }, { body: { model_id: model } });
  await cancel();
  await until(async () => (await fixture.subscriptions.syncGateways()).updated === 0, "the gateway to know");
  isAway = true;
  await fixture.call("POST", "/api/fan/subscribe-model", { id: fan }, { body: { modelId: model } });
  await until(() => fixture.logged().includes("could not be updated"), "the unknown outcome");
  await cancel();
  fixture.clock.advance(2 * 3_600_000);
  expect((await fixture.subscriptions.syncGateways()).late).toBe(1);
  expect(fixture.logged()).toMatch(/"late":1,"subscriptions":\[\d+\],"msg":"cancellations that no gateway/);
  fixture.clock.advance(2 * 3_600_000);
  await fixture.notify(
    await noticeOf(fixture, fan, { TransactionType: "CANCELMEMBERSHIP", TransactionID: "end1" }),
  );
  expect(await fixture.subscriptions.syncGateways()).toEqual({ updated: 0, late: 0 });
});

test("R-SUB-08: cancelled and enabled ten times in a row, the gateway ends where the fan ended", async () => {
  const fixture = await openFixture();
  const [fan, model] = [await fixture.newFan(), await fixture.newModel()];
  await fixture.join(fan, model);
  const name = await fixture.userName(fan);
  for (let n = 0; n < 10; n++) {
    await fixture.call("POST", "/api/fan/unsubscribe-model", { id: fan }, { body: { model_id: model } });
    await fixture.call("POST", "/api/fan/subscribe-model", { id: fan }, { body: { modelId: model } });
  }
  await fixture.call("POST", "/api/fan/unsubscribe-model", { id: fan }, { body: { model_id: model } });
  await until(async () => {
    await fixture.subscriptions.syncGateways();
    return fixture.provider.store.byUserName(name)?.state === "canceled";
  }, "the last report");
  expect((await fixture.list(fan))[0]?.canceled_at).not.toBeNull();
});

/** Does what is queued for the end of a model's account. */
const endRenewals = (fixture: SubscriptionFixture, modelId: number) =>
  fixture.subscriptions.work.end_renewals?.({ modelId });

test("R-OPEN-15: with an account that closes every renewal ends, a fan's own and those of a model's fans", async () => {
  const fixture = await openFixture();
  const [leaving, staying] = [await fixture.newFan(), await fixture.newFan()];
  const [closing, open] = [await fixture.newModel(), await fixture.newModel()];
  for (const model of [closing, open]) await fixture.join(leaving, model);
  for (const model of [closing, open]) await fixture.join(staying, model);
  await inTransaction(database.db, (tx) => fixture.subscriptions.close(tx, { id: leaving, role: "fan" }));
  await inTransaction(database.db, async (tx) => {
    await sql`update catalog.model set closed_at = now() where id = ${closing}`.execute(tx);
    await fixture.subscriptions.close(tx, { id: closing, role: "model" });
  });
  await endRenewals(fixture, closing);
  const renewing = async (fan: number) =>
    (await fixture.list(fan))
      .filter(({ canceled_at }) => canceled_at === null)
      .map(({ model_id }) => model_id);
  expect(await renewing(leaving)).toEqual([]);
  expect(await renewing(staying)).toEqual([open]);
  await fixture.subscriptions.syncGateways();
  const states = fixture.provider.store.all().map(({ state }) => state);
  expect(states.filter((state) => state === "canceled")).toHaveLength(3);
  const pricing = (await fixture.subscriptions.pricing(database.db, [closing])).get(closing);
  expect(pricing?.subscription_enable).toBe(false);
});

test("R-OPEN-15, R-OPEN-44: what is paid after its fan's account was closed buys its month and is not renewed", async () => {
  const fixture = await openFixture();
  const { fan } = await pendingSubscription(fixture);
  await inTransaction(database.db, (tx) => fixture.subscriptions.close(tx, { id: fan, role: "fan" }));
  fixture.fans.isClosed = true;
  const notice = await noticeOf(fixture, fan);
  await Promise.all([fixture.notify(notice), fixture.notify(notice)]);
  const [row] = await fixture.list(fan);
  expect(row?.canceled_at).not.toBeNull();
  expect(fixture.logged().match(/a payment came for a closed account/g)).toHaveLength(1);
  expect(Date.parse(row?.expire_at ?? "")).toBeGreaterThan(fixture.clock.now().getTime());
});

test.each([
  ["closed or suspended", { isBlocked: true }],
  ["one of the staff", { role: "admin" }],
] as const)(
  "R-OPEN-11, R-OPEN-15, R-OPEN-44: what still renews for an account that is %s is charged no second time",
  async (_what, change) => {
    const fixture = await openFixture();
    const [fan, model] = [await fixture.newFan(), await fixture.newModel()];
    const first = await fixture.join(fan, model);
    Object.assign(fixture.fans, change);
    fixture.clock.set(first.expire_at);
    const name = await fixture.userName(fan);
    fixture.provider.rebill(name);
    const row = await until(async () => {
      const [renewed] = await fixture.list(fan);
      return renewed?.expire_at === first.expire_at ? null : renewed;
    }, "the second month");
    expect(row).toMatchObject({ canceled_at: fixture.clock.now().toISOString(), user_canceled_at: null });
    await until(() => fixture.provider.store.byUserName(name)?.state === "canceled", "the gateway to know");
  },
);

const setModel = (db: Tx | Database, model: number, change: "hidden" | "suspended", is: boolean) =>
  sql`update catalog.model set ${sql.id(change)} = ${is} where id = ${model}`.execute(db);

test.each(["hidden", "suspended"] as const)(
  "R-OPEN-44: what is paid first while its model is %s buys its month and is not renewed, until the fan switches that on",
  async (change) => {
    const fixture = await openFixture();
    const [fan, model] = [await fixture.newFan(), await fixture.newModel({ freeTokens: 7 })];
    const subscribe = () =>
      fixture.call("POST", "/api/fan/subscribe-model", { id: fan }, { body: { modelId: model } });
    const form = await inTransaction(database.db, async (tx) => {
      // The form is asked for while the model is still shown.
      const { body } = await subscribe();
      await setModel(tx, model, change, true);
      if (change === "suspended") await fixture.subscriptions.endRenewals(tx, { id: model, role: "model" });
      return String(body.url);
    });
    await payForm(form, "approve");
    const row = await until(async () => (await fixture.list(fan))[0], "the payment");
    const at = fixture.clock.now();
    expect(row).toMatchObject({
      expire_at: new Date(at.getTime() + 30 * dayMs).toISOString(),
      ...{ canceled_at: at.toISOString(), user_canceled_at: null },
    });
    expect(await fixture.balance(fan)).toBe(7);
    expect(await fixture.subscriptions.subscribed(database.db, fan, [model])).toEqual(new Set([model]));
    const name = await fixture.userName(fan);
    const state = () => fixture.provider.store.byUserName(name)?.state;
    await until(() => state() === "canceled", "the gateway to know");
    expect((await subscribe()).status).toBe(404);
    await setModel(database.db, model, change, false);
    expect((await subscribe()).body).toMatchObject({ status: "active", subscription: { canceled_at: null } });
    await until(() => state() === "running", "the gateway to renew again");
  },
);

test("R-OPEN-44: what is paid while its model is being suspended buys its month and is not renewed", async () => {
  const fixture = await openFixture();
  const { fan, model } = await pendingSubscription(fixture);
  const body = await noticeOf(fixture, fan);
  await inTransaction(database.db, async (tx) => {
    await setModel(tx, model, "suspended", true);
    await fixture.subscriptions.endRenewals(tx, { id: model, role: "model" });
    expect((await fixture.notify(body)).status).toBe(200);
  });
  await endRenewals(fixture, model);
  const [row] = await fixture.list(fan);
  expect(row?.canceled_at).not.toBeNull();
  expect(Date.parse(row?.expire_at ?? "")).toBeGreaterThan(fixture.clock.now().getTime());
});

test("what is renewed while its model is hidden buys its month, and renews until its next charge is near", async () => {
  const fixture = await openFixture();
  const { fan, model } = await pendingSubscription(fixture);
  await fixture.notify(await noticeOf(fixture, fan));
  await setModel(database.db, model, "hidden", true);
  await fixture.notify(await noticeOf(fixture, fan, { TransactionType: "REBILL", TransactionID: "t2" }));
  expect((await fixture.list(fan))[0]?.canceled_at).toBeNull();
});
