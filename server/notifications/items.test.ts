import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { NotificationsPage } from "#contract/notifications.ts";
import { readRows } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { publishEvent } from "#server/kit/outbox/outbox.ts";
import { listen } from "#testing/app/realtime-client.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { until } from "#testing/until.ts";

const app = testApp();

const view = async (as: Person, query = "") =>
  (await app.call("GET", `/api/fan/notifications${query}`, { as })).body as unknown as NotificationsPage;
const read = (as: Person, upTo: number) =>
  app.call("POST", "/api/fan/notifications/read", { as, body: { up_to: upTo } });
const notify = (fan: Person, key: string = randomUUID()) =>
  app.modules.notifications.add({ fanIds: [fan.id], key, kind: "reward" });
const kindsOf = async (fan: Person) => (await view(fan)).data.map(({ kind }) => kind);

test("R-OPEN-78: who is notified that a model is live finds it later, once, and whom the model has banned is not notified", async () => {
  const [fan, banned, stranger, model] = [
    await app.fan(),
    await app.fan(),
    await app.fan(),
    await app.model(),
  ];
  for (const as of [fan, banned])
    await app.call("POST", "/api/fan/notify-model", { as, body: { model_id: model.id } });
  await app.call("POST", "/api/studio/ban", { as: model, body: { fan_id: banned.id } });
  const pages = [
    await listen(app, [`person:${fan.id}`], fan),
    await listen(app, [`person:${banned.id}`], banned),
  ];
  await app.modules.rooms.publisherTurned(model.login, "started");
  await pages[0]?.event("NotificationsChanged");
  const { work } = app.modules.notifications;
  const again = async () => work.notify_fans?.({ modelId: model.id, afterFan: 0 });
  await Promise.all([again(), again(), again()]);
  expect(await view(fan)).toMatchObject({
    unread: 1,
    more: false,
    data: [{ kind: "live", read: false, receipt_id: null, model: { login: model.login, name: model.login } }],
  });
  for (const other of [banned, stranger])
    expect(await view(other)).toEqual({ data: [], unread: 0, more: false });
  expect(pages[1]?.events("ModelWentLive")).toEqual([]);
  for (const page of pages) page.close();
});

test("R-OPEN-63: a show that is over leads to its receipt, and a purchase that went back gives a notification", async () => {
  const [fan, model] = [await app.fan(1_000), await app.model()];
  await app.modules.rooms.publisherTurned(model.login, "started");
  const asked = await app.call("POST", "/api/fan/show-requests", {
    as: fan,
    body: { model_id: model.id, mode: "private", rate: 60 },
    key: randomUUID(),
  });
  const answer = `/api/studio/show-requests/${String(asked.body.id)}`;
  expect((await app.call("POST", answer, { as: model, body: { accept: true } })).status).toBe(200);
  const spy = await app.fan(1_000);
  const order = { model_id: model.id, rate: 20, cap_seconds: 10 };
  const spied = await app.call("POST", "/api/fan/spy", { as: spy, body: order, key: randomUUID() });
  expect(spied.status).toBe(201);
  const left = await app.call("POST", "/api/fan/leave-show", { as: fan, body: {} });
  const show = left.body.show as { id: number };
  await until(async () => (await kindsOf(fan)).length === 1, "the notification");
  const [item] = (await view(fan)).data;
  expect(item).toMatchObject({ kind: "show_ended", receipt_id: show.id, model: { login: model.login } });
  const receipt = await app.call("GET", `/api/fan/shows/${String(item?.receipt_id)}/receipt`, { as: fan });
  expect(receipt.status).toBe(200);
  await app.relay.drain();
  expect(await kindsOf(spy), "spying that cost nothing has no receipt").toEqual([]);
});

test("a renewal that comes and a price to agree to give notifications with their model, to that fan alone", async () => {
  const [fan, other, model] = [await app.fan(), await app.fan(), await app.model()];
  const event = { fanId: fan.id, modelId: model.id };
  await inTransaction(app.db, async (tx) => {
    await publishEvent(
      tx,
      "subscription_reminded",
      { ...event, about: "renewal" },
      `subscriptions.${fan.id}`,
    );
    await publishEvent(tx, "subscription_reminded", { ...event, about: "price" }, `subscriptions.${fan.id}`);
  });
  await until(async () => (await kindsOf(fan)).length === 2, "both notifications");
  expect((await view(fan)).data).toMatchObject([
    { kind: "price_question", model: { login: model.login } },
    { kind: "renews_soon", model: { login: model.login } },
  ]);
  expect(await kindsOf(other)).toEqual([]);
});

test("a notification is read up to a point, on all pages of the fan and of nobody else, and comes once per event", async () => {
  const [fan, other] = [await app.fan(), await app.fan()];
  const page = await listen(app, [`person:${fan.id}`], fan);
  const key = randomUUID();
  await Promise.all([notify(fan, key), notify(fan, key), notify(other, key)]);
  await notify(fan);
  await notify(fan);
  const { data, unread } = await view(fan);
  expect([data.length, unread]).toEqual([3, 3]);
  const [newest, middle] = data;
  expect((await read(other, newest?.id ?? 0)).body).toEqual({ success: true, unread: 0 });
  expect((await view(fan)).unread, "another fan's reading").toBe(3);
  const before = page.events("NotificationsChanged").length;
  expect((await read(fan, middle?.id ?? 0)).body).toEqual({ success: true, unread: 1 });
  await until(
    () => page.events("NotificationsChanged").length > before,
    "the fan's other page to learn of it",
  );
  expect((await view(fan)).data.map((item) => item.read)).toEqual([false, true, true]);
  expect((await read(fan, middle?.id ?? 0)).body).toEqual({ success: true, unread: 1 });
  page.close();
});

test("they are read 20 at a time, and of each fan the newest 200 are kept", async () => {
  const fan = await app.fan();
  const keys = Array.from({ length: 205 }, (_, n) => `old:${n}`);
  await sql`
    insert into notifications.item (fan_id, key, kind, at)
    select ${fan.id}, key, 'reward', now() from unnest(${keys}::text[]) as key`.execute(app.db);
  await notify(fan);
  const seen: number[] = [];
  for (let before = ""; ;) {
    const page = await view(fan, before);
    seen.push(...page.data.map(({ id }) => id));
    if (!page.more) break;
    expect(page.data).toHaveLength(20);
    before = `?before=${String(seen.at(-1))}`;
  }
  expect(seen).toHaveLength(200);
  expect(new Set(seen).size).toBe(200);
  expect(seen).toEqual(seen.toSorted((one, two) => two - one));
  expect((await app.call("GET", "/api/fan/notifications?before=x", { as: fan })).status).toBe(422);
  expect((await app.call("POST", "/api/fan/notifications/read", { as: fan, body: {} })).status).toBe(422);
});

test("R-OPEN-15: a fan's notifications are in the export and go with the account, and what is about a model with theirs", async () => {
  const [fan, model] = [await app.fan(), await app.model()];
  const { notifications } = app.modules;
  await notifications.add({ fanIds: [fan.id], key: "a", kind: "live", modelId: model.id });
  await notify(fan);
  const area = notifications
    .exportAreas({ id: fan.id, role: "fan" })
    .find(({ name }) => name === "notifications");
  expect(await area?.rows()).toMatchObject([{ kind: "reward" }, { kind: "live", model_id: model.id }]);
  await app.withTransaction((tx) => notifications.forget(tx, { id: model.id, role: "model" }));
  expect(await kindsOf(fan)).toEqual(["reward"]);
  await app.withTransaction((tx) => notifications.forget(tx, { id: fan.id, role: "fan" }));
  const left = sql<{ n: number }>`select count(*)::int as n from notifications.item where fan_id = ${fan.id}`;
  expect((await readRows(app.db, left))[0]?.n).toBe(0);
});

test("the database takes no item without its model, and changes nothing of one but that it was read", async () => {
  const fan = await app.fan();
  await notify(fan);
  const attempts = [
    sql`insert into notifications.item (fan_id, key, kind, at) values (${fan.id}, 'x', 'live', now())`,
    sql`insert into notifications.item (fan_id, key, kind, at, model_id) values (${fan.id}, 'x', 'reward', now(), 1)`,
    sql`insert into notifications.item (fan_id, key, kind, at) values (${fan.id}, 'x', 'nonsense', now())`,
    sql`update notifications.item set kind = 'reward_cancelled' where fan_id = ${fan.id}`,
    sql`update notifications.item set read_at = at - interval '1 second' where fan_id = ${fan.id}`,
  ];
  for (const attempt of attempts) await expect(attempt.execute(app.db)).rejects.toThrow();
});
