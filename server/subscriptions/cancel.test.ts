import { expect, test } from "vitest";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { clubsOver } from "#testing/subscriptions/club.ts";
import { noticeOf, waiting } from "#testing/subscriptions/notices.ts";
import { until } from "#testing/until.ts";

const database = fileDatabase();
const openClub = clubsOver(database);
const dayMs = 24 * 3_600_000;

test("R-SUB-05, R-SUB-08, R-AMB-08, R-AMB-47: cancelling by GET twice sets both instants once and tells the gateway once", async () => {
  const club = await openClub();
  const [fan, model] = [await club.newFan(), await club.newModel()];
  const { id } = await club.join(fan, model);
  club.clock.advance(dayMs);
  const path = `/api/payments/cancel-subscription/${id}`;
  const first = await club.call("GET", path, { id: fan });
  expect(first.status).toBe(200);
  expect(first.headers.get("cache-control")).toBe("no-store");
  const at = club.clock.now().toISOString();
  expect(first.body).toMatchObject({
    status: "canceled",
    subscription: { canceled_at: at, user_canceled_at: at },
  });
  club.clock.advance(60_000);
  expect((await club.call("GET", path, { id: fan })).body).toEqual(first.body);
  expect((await club.call("POST", path, { id: fan })).body).toEqual(first.body);
  const name = await club.userName(fan);
  await until(() => club.provider.store.byUserName(name)?.state === "canceled", "the gateway to know");
  expect(await club.subscriptions.subscribed(database.db, fan, [model]), "it runs to its end").toEqual(
    new Set([model]),
  );
});

test("R-SUB-08, R-API-24, R-API-61: another fan's id is not found, a guest is not let in, and nothing changes", async () => {
  const club = await openClub();
  const [fan, other, model] = [await club.newFan(), await club.newFan(), await club.newModel()];
  const { id } = await club.join(fan, model);
  const path = `/api/payments/cancel-subscription/${id}`;
  for (const method of ["GET", "POST"] as const) {
    expect((await club.call(method, path, { id: other })).status).toBe(404);
    expect((await club.call(method, path, { id: 0 })).status).toBe(401);
    expect((await club.call(method, path, { id: fan, role: "model" })).status).toBe(403);
  }
  const byModel = { body: { model_id: model } };
  expect((await club.call("POST", "/api/fan/unsubscribe-model", { id: other }, byModel)).status).toBe(404);
  expect((await club.list(fan))[0]?.canceled_at).toBeNull();
  const theirs = await club.join(other, model);
  const own = await club.call("POST", "/api/fan/unsubscribe-model", { id: fan }, byModel);
  expect(own).toMatchObject({
    status: 200,
    body: { status: "canceled", subscription: { id, model_id: model } },
  });
  expect((await club.list(fan))[0]?.canceled_at).not.toBeNull();
  expect(await club.list(other)).toEqual([theirs]);
});

test("R-SUB-09, R-OPEN-48, R-AMB-49: re-enabled before the end it costs nothing, and the gateway renews again", async () => {
  const club = await openClub();
  const [fan, model] = [await club.newFan(), await club.newModel({ freeTokens: 7 })];
  const row = await club.join(fan, model);
  const name = await club.userName(fan);
  const state = () => club.provider.store.byUserName(name)?.state;
  await club.call("POST", "/api/fan/unsubscribe-model", { id: fan }, { body: { model_id: model } });
  await until(() => state() === "canceled", "the gateway to renew no more");
  club.clock.advance(20 * dayMs);
  const { body } = await club.call(
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
  expect(club.provider.store.byUserName(name)?.payments).toHaveLength(1);
  expect(await club.balance(fan)).toBe(7);
});

test("R-OPEN-48: after the end it is a new subscription with a new payment", async () => {
  const club = await openClub();
  const [fan, model] = [await club.newFan(), await club.newModel()];
  const row = await club.join(fan, model);
  club.clock.advance(30 * dayMs);
  const { body } = await club.call(
    "POST",
    "/api/fan/subscribe-model",
    { id: fan },
    { body: { modelId: model } },
  );
  expect(body.status).toBe("payment");
  const again = await club.join(fan, model);
  expect(again.id).not.toBe(row.id);
});

test("R-OPEN-48: a gateway that cannot resume says so, and nothing changes", async () => {
  const club = await openClub({ gateway: { resumeCall: null } });
  const [fan, model] = [await club.newFan(), await club.newModel()];
  expect(await club.join(fan, model)).toMatchObject({ can_reenable: false });
  await club.call("POST", "/api/fan/unsubscribe-model", { id: fan }, { body: { model_id: model } });
  const again = await club.call(
    "POST",
    "/api/fan/subscribe-model",
    { id: fan },
    { body: { modelId: model } },
  );
  expect([again.status, again.body.code]).toEqual([409, "not_resumable"]);
  expect(again.body.message).toBe(
    "The payment provider cannot renew this subscription again. You can subscribe again when it ends.",
  );
  expect((await club.list(fan))[0]?.canceled_at).not.toBeNull();
});

test("R-SUB-05: a gateway that is away hears of the cancellation later; the fan's is counted at once", async () => {
  let isAway = true;
  const club = await openClub({
    gateway: {
      fetch: (url, init) =>
        isAway && String(url).endsWith("/cancel-membership")
          ? Promise.reject(new Error("away"))
          : fetch(url, init),
    },
  });
  const [fan, model] = [await club.newFan(), await club.newModel()];
  const { id } = await club.join(fan, model);
  const state = async () => club.provider.store.byUserName(await club.userName(fan))?.state;
  await club.call("POST", `/api/payments/cancel-subscription/${id}`, { id: fan });
  await until(() => club.logged().includes("could not be told"), "the try that came to nothing");
  expect((await club.list(fan))[0]?.canceled_at).not.toBeNull();
  expect(await state()).toBe("running");
  isAway = false;
  club.clock.advance(61_000);
  await until(async () => (await club.subscriptions.tellGateways()).told === 1, "the next try");
  expect(await state()).toBe("canceled");
  expect((await club.subscriptions.tellGateways()).told).toBe(0);
});

test("R-SUB-08: cancelled and enabled ten times in a row, the gateway ends where the fan ended", async () => {
  const club = await openClub();
  const [fan, model] = [await club.newFan(), await club.newModel()];
  await club.join(fan, model);
  const name = await club.userName(fan);
  for (let n = 0; n < 10; n++) {
    await club.call("POST", "/api/fan/unsubscribe-model", { id: fan }, { body: { model_id: model } });
    await club.call("POST", "/api/fan/subscribe-model", { id: fan }, { body: { modelId: model } });
  }
  await club.call("POST", "/api/fan/unsubscribe-model", { id: fan }, { body: { model_id: model } });
  await until(async () => {
    await club.subscriptions.tellGateways();
    return club.provider.store.byUserName(name)?.state === "canceled";
  }, "the last word");
  expect((await club.list(fan))[0]?.canceled_at).not.toBeNull();
});

test("R-OPEN-15: with an account that closes every renewal ends, a fan's own and those of a model's fans", async () => {
  const club = await openClub();
  const [leaving, staying] = [await club.newFan(), await club.newFan()];
  const [closing, open] = [await club.newModel(), await club.newModel()];
  for (const model of [closing, open]) await club.join(leaving, model);
  for (const model of [closing, open]) await club.join(staying, model);
  await inTransaction(database.db, (tx) => club.subscriptions.close(tx, { id: leaving, role: "fan" }));
  await inTransaction(database.db, (tx) => club.subscriptions.close(tx, { id: closing, role: "model" }));
  const renewing = async (fan: number) =>
    (await club.list(fan)).filter(({ canceled_at }) => canceled_at === null).map(({ model_id }) => model_id);
  expect(await renewing(leaving)).toEqual([]);
  expect(await renewing(staying)).toEqual([open]);
  await club.subscriptions.tellGateways();
  const states = club.provider.store.all().map(({ state }) => state);
  expect(states.filter((state) => state === "canceled")).toHaveLength(3);
  const pricing = (await club.subscriptions.pricing(database.db, [closing])).get(closing);
  expect(pricing?.subscription_enable).toBe(false);
});

test("R-OPEN-15, R-OPEN-44: what is paid after its fan's account was closed buys its month and is not renewed", async () => {
  const club = await openClub();
  const { fan } = await waiting(club);
  await inTransaction(database.db, (tx) => club.subscriptions.close(tx, { id: fan, role: "fan" }));
  await club.notify(await noticeOf(club, fan));
  const [row] = await club.list(fan);
  expect(row?.canceled_at).not.toBeNull();
  expect(Date.parse(row?.expire_at ?? "")).toBeGreaterThan(club.clock.now().getTime());
});
