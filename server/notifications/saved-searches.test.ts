import { sql } from "kysely";
import { expect, test } from "vitest";
import { type Clock, systemClock } from "#server/kit/clock.ts";
import { readRows } from "#server/kit/database/database.ts";
import { listen } from "#testing/app/realtime-client.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { until } from "#testing/until.ts";

/** `leap` moves the clock ahead; timers run in real time. */
let leaptMs = 0;
const clock: Clock = { ...systemClock, now: () => new Date(Date.now() + leaptMs) };
const leap = (hours: number) => {
  leaptMs += hours * 3_600_000;
};
const app = testApp(undefined, () => ({ clock }));

const save = (as: Person, body: object) => app.call("POST", "/api/fan/saved-searches", { as, body });
const saved = async (as: Person) =>
  (await app.call("GET", "/api/fan/saved-searches", { as })).body.data as {
    id: number;
    name: string;
    alerts: boolean;
    notified_at: string | null;
  }[];
const change = (as: Person, id: unknown, body: object) =>
  app.call("POST", `/api/fan/saved-searches/${Number(id)}/change`, { as, body });
/** A fan's notifications: their kind and the model, the newest first. */
const notificationsOf = async (fan: Person) => {
  const rows = sql<{ kind: string; login: string }>`
    select kind, login from notifications.item join catalog.model on model.id = model_id
    where fan_id = ${fan.id} order by item.id desc`;
  return (await readRows(app.db, rows)).map(({ kind, login }) => [kind, login]);
};

/** A model as searches distinguish them. */
async function modelWith(set: ReturnType<typeof sql>): Promise<Person> {
  const model = await app.model();
  await sql`update catalog.model set ${set} where id = ${model.id}`.execute(app.db);
  return model;
}

/** Goes on air, as another broadcast than before, and waits until everybody is notified. */
async function broadcast(model: Person): Promise<void> {
  await app.modules.rooms.publisherTurned(model.login, "started");
  await settled();
  await app.modules.rooms.publisherTurned(model.login, "stopped");
}
async function settled(): Promise<void> {
  const left = sql<{ n: number }>`
    select (select count(*) from kit.outbox where delivered_at is null and dead_at is null)
         + (select count(*) from graphile_worker.jobs where task_identifier in ('notify_fans', 'alert_searches')) as n`;
  await until(async () => Number((await readRows(app.db, left))[0]?.n) === 0, "the fans to be notified");
}

test("R-LIST-01: a fan keeps searches, each once, sees them with what they narrow, and removes their own alone", async () => {
  const [fan, other] = [await app.fan(), await app.fan()];
  const first = await save(fan, {
    gender: 1,
    search: " Ajedréz ",
    tags: "chess,calm",
    age_min: 30,
    new: "1",
  });
  expect(first.body).toMatchObject({ search: "ajedrez", tags: ["calm", "chess"], age_min: 30, new: true });
  const again = await save(fan, { gender: 1, search: "ajedrez", tags: "calm,chess", age_min: 30, new: "1" });
  expect(again.body.id).toBe(first.body.id);
  await save(fan, { gender: 2, country: "CO" });
  expect(await saved(fan)).toHaveLength(2);
  expect(await saved(other)).toEqual([]);
  const remove = (as: Person) =>
    app.call("DELETE", `/api/fan/saved-searches/${Number(first.body.id)}`, { as });
  expect((await remove(other)).status).toBe(204);
  expect(await saved(fan)).toHaveLength(2);
  for (let twice = 0; twice < 2; twice++) expect((await remove(fan)).status).toBe(204);
  expect(await saved(fan)).toHaveLength(1);
});

test("a search that leaves nobody out, of no gender or beyond the twentieth is refused, also of two pages at once", async () => {
  const fan = await app.fan();
  expect(await save(fan, { gender: 1, search: "  " })).toMatchObject({
    status: 409,
    body: { code: "search_of_all" },
  });
  expect((await save(fan, { gender: 77, search: "luna" })).body).toMatchObject({
    errors: { gender: [expect.any(String)] },
  });
  expect((await save(fan, { gender: 1, tags: "Chess!" })).status).toBe(422);
  const answers = await Promise.all(
    Array.from({ length: 23 }, (_, at) => save(fan, { gender: 1, search: `name ${at}` })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
  expect(answers.filter(({ body }) => body.code === "too_many_searches")).toHaveLength(3);
  expect(await saved(fan)).toHaveLength(20);
});

test("R-OPEN-78: a fan is notified when a model whom a search finds goes live, once a day for each search, on open pages too", async () => {
  const [fan, stranger] = [await app.fan(), await app.fan()];
  await save(fan, { gender: 1, tags: "chess", country: "NO", rate_max: 50 });
  await save(stranger, { gender: 1, tags: "chess", country: "SE" });
  await save(stranger, { gender: 1, tags: "chess", rate_min: 51 });
  const page = await listen(app, [`person:${fan.id}`], fan);
  const fitting = sql`tags = '{chess,calm}', country = 'NO', rate_private = 40`;
  const [model, second] = [await modelWith(fitting), await modelWith(fitting)];
  await broadcast(model);
  await page.event("NotificationsChanged");
  page.close();
  await broadcast(second);
  expect(await notificationsOf(fan)).toEqual([["search_live", model.login]]);
  expect(await notificationsOf(stranger)).toEqual([]);
  leap(23);
  await broadcast(second);
  expect(await notificationsOf(fan)).toHaveLength(1);
  leap(2);
  await broadcast(second);
  expect(await notificationsOf(fan)).toEqual([
    ["search_live", second.login],
    ["search_live", model.login],
  ]);
});

test("R-OPEN-78: a search for a color of hair finds the models who have it, and is another search than one without", async () => {
  const fan = await app.fan();
  await save(fan, { gender: 4, tags: "calm" });
  expect((await save(fan, { gender: 4, tags: "calm", hair: "red,gray" })).body).toMatchObject({
    hair: ["gray", "red"],
  });
  expect(await saved(fan)).toHaveLength(2);
  await save(fan, { gender: 3, hair: "gray,red" });
  await broadcast(await modelWith(sql`gender_id = 3, hair = '{black}'`));
  expect(await notificationsOf(fan)).toEqual([]);
  const model = await modelWith(sql`gender_id = 3, hair = '{black,red}'`);
  await broadcast(model);
  expect(await notificationsOf(fan)).toEqual([["search_live", model.login]]);
});

test("R-OPEN-78: a name or a word of the topic is searched for as in the list, and a new model gives a notification once staff list them", async () => {
  const fan = await app.fan();
  await save(fan, { gender: 3, search: "telescop" });
  const model = await modelWith(sql`gender_id = 3, topic_es = 'Mi telescopio y yo'`);
  await app.withTransaction((tx) => app.modules.catalog.setVisibility(tx, model.id, { hidden: true }));
  await broadcast(model);
  expect(await notificationsOf(fan)).toEqual([]);
  await app.withTransaction((tx) => app.modules.catalog.setVisibility(tx, model.id, { hidden: false }));
  await sql`update catalog.model set listing = 'submitted', submitted_at = now(), camera_tested_at = now(),
    avatar = '/a', bio_en = 'Stars', bio_es = 'Estrellas', portrait = '/p', tags = '{calm}', languages = '{en}' where id = ${model.id}`.execute(
    app.db,
  );
  const reviewed = await app.withTransaction((tx) =>
    app.modules.catalog.listing.review(tx, model.id, { approve: true, note: "" }),
  );
  expect(reviewed).toEqual({ ok: true });
  await settled();
  expect(await notificationsOf(fan)).toEqual([["search_new", model.login]]);
});

test("R-OPEN-78: nobody is notified twice of one broadcast, of a model who banned them, or once the search is gone", async () => {
  const [alerted, banned, gone] = [await app.fan(), await app.fan(), await app.fan()];
  const model = await modelWith(sql`gender_id = 4, tags = '{books}'`);
  for (const fan of [alerted, banned, gone]) await save(fan, { gender: 4, tags: "books" });
  await app.call("POST", "/api/fan/notify-model", {
    as: alerted,
    body: { model_id: model.id, notify: true },
  });
  await app.withTransaction((tx) => app.modules.catalog.ban(tx, model.id, banned.id));
  await app.call("DELETE", `/api/fan/saved-searches/${Number((await saved(gone))[0]?.id)}`, { as: gone });
  await broadcast(model);
  expect(await notificationsOf(alerted)).toEqual([["live", model.login]]);
  expect(await notificationsOf(banned)).toEqual([]);
  expect(await notificationsOf(gone)).toEqual([]);
  expect((await saved(alerted))[0]?.notified_at).toBeNull();
});

test("R-LIST-01: a fan names a search and takes the name away; one of somebody else, or one that is gone, is unknown", async () => {
  const [fan, other] = [await app.fan(), await app.fan()];
  const { body } = await save(fan, { gender: 1, tags: "chess" });
  expect(body).toMatchObject({ name: "", alerts: true });
  expect((await change(fan, body.id, { name: "  Ajedrez, ¡sí!  " })).body).toMatchObject({
    name: "Ajedrez, ¡sí!",
    alerts: true,
    tags: ["chess"],
  });
  for (const [name, status] of [
    ["x".repeat(61), 422],
    [7, 422],
    ["😀".repeat(60), 200],
  ] as const)
    expect((await change(fan, body.id, { name })).status).toBe(status);
  expect(await change(other, body.id, { name: "mine" })).toMatchObject({
    status: 404,
    body: { code: "unknown_search" },
  });
  expect(await saved(fan)).toMatchObject([{ name: "😀".repeat(60) }]);
  expect((await save(fan, { gender: 1, tags: "chess" })).body).toMatchObject({ id: body.id });
  expect((await change(fan, body.id, { name: "" })).body.name).toBe("");
  await app.call("DELETE", `/api/fan/saved-searches/${Number(body.id)}`, { as: fan });
  expect((await change(fan, body.id, { alerts: false })).status).toBe(404);
});

test("R-OPEN-78: of a search whose alerts are off nobody is notified until they are turned on again", async () => {
  const [fan, other] = [await app.fan(), await app.fan()];
  const model = await modelWith(sql`gender_id = 4, tags = '{plants}'`);
  for (const one of [fan, other]) await save(one, { gender: 4, tags: "plants" });
  const id = (await saved(fan))[0]?.id;
  expect((await change(fan, id, { alerts: false })).body).toMatchObject({ alerts: false, name: "" });
  await broadcast(model);
  expect(await notificationsOf(fan)).toEqual([]);
  expect(await notificationsOf(other)).toEqual([["search_live", model.login]]);
  expect((await change(fan, id, { name: "Plants" })).body.alerts).toBe(false);
  await change(fan, id, { alerts: true });
  await broadcast(model);
  expect(await notificationsOf(fan)).toEqual([["search_live", model.login]]);
});
