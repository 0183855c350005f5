import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Clock } from "#server/kit/clock.ts";
import { systemClock } from "#server/kit/clock.ts";
import { readRows } from "#server/kit/database/database.ts";
import { listen } from "#testing/app/realtime-client.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { emailsTo, emailTo } from "#testing/email/inbox.ts";
import { until } from "#testing/until.ts";

/** `leap` moves the clock ahead; timers run in real time. */
let leaptMs = 0;
const clock: Clock = { ...systemClock, now: () => new Date(Date.now() + leaptMs) };
const leap = (minutes: number) => {
  leaptMs += minutes * 60_000;
};
const app = testApp(undefined, () => ({ clock }));

const addressOf = ({ login }: Person) => `${login}@example.test`;
const ask = (as: Person, model: Person, more: object = {}) =>
  app.call("POST", "/api/fan/notify-model", { as, body: { model_id: model.id, ...more } });
const begin = (model: Person) => app.modules.rooms.publisherTurned(model.login, "started");
const end = (model: Person) => app.modules.rooms.publisherTurned(model.login, "stopped");
const liveEmails = async (fan: Person) =>
  (await emailsTo(app, addressOf(fan))).filter(({ subject }) => /is live now|está en vivo/.test(subject));

/** A fan with a confirmed address. */
async function confirmedFan(change = sql`language = language`): Promise<Person> {
  const fan = await app.fan();
  await sql`update accounts.account set validation = 'confirmed', ${change} where id = ${fan.id}`.execute(
    app.db,
  );
  return fan;
}

/** Waits until everything that a broadcast's start has triggered is done. */
async function settled(): Promise<void> {
  const left = sql<{ n: number }>`
    select (select count(*) from kit.outbox where delivered_at is null and dead_at is null)
         + (select count(*) from graphile_worker.jobs where task_identifier in ('notify_fans', 'send_mail')) as n`;
  await until(async () => Number((await readRows(app.db, left))[0]?.n) === 0, "the notifications to be sent");
}

test("R-PROFILE-10, R-API-60, R-OPEN-37, R-OPEN-78: a fan turns notifications on and off again, independently of others", async () => {
  const [fan, other, model] = [await confirmedFan(), await confirmedFan(), await app.model()];
  const profile = async (as?: Person) =>
    (await app.call("GET", `/api/model-profile/${model.login}`, as ? { as } : {})).body.notified;
  expect((await ask(fan, model)).body).toEqual({ success: true, notified: true });
  expect([await profile(fan), await profile(other), await profile()]).toEqual([true, false, false]);
  expect((await ask(fan, model)).body).toEqual({ success: true, notified: false });
  expect(await profile(fan)).toBe(false);
  for (const notify of [true, true, false, false])
    expect((await ask(fan, model, { notify })).body).toEqual({ success: true, notified: notify });
  expect((await ask(fan, { ...model, id: 999_999 })).status).toBe(404);
  expect((await ask(fan, fan)).status).toBe(404);
  const answers = await Promise.all(Array.from({ length: 6 }, () => ask(fan, model, { notify: true })));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
});

test("R-OPEN-78, R-OPEN-94: fans who asked are notified once when a model goes live, by email in their language and on their pages", async () => {
  const [fan, spanish, stranger] = [
    await confirmedFan(),
    await confirmedFan(sql`language = 'es'`),
    await confirmedFan(),
  ];
  const model = await app.model();
  await ask(fan, model);
  await ask(spanish, model);
  const page = await listen(app, [`person:${fan.id}`], fan);
  await begin(model);
  expect(await page.event("ModelWentLive")).toEqual({
    model_id: model.id,
    slug: model.login,
    name: model.login,
  });
  const email = await emailTo(app, addressOf(fan), `${model.login} is live now`);
  expect(email.text).toContain(`http://127.0.0.1:1/stream/${model.login}`);
  expect(await emailTo(app, addressOf(spanish), `${model.login} está en vivo`)).toBeDefined();
  await settled();
  expect(await liveEmails(stranger)).toEqual([]);
  expect(page.events("ModelWentLive")).toHaveLength(1);
  page.close();
});

test("R-OPEN-78: a short break is no new broadcast, a long one is, and a fan who asks within the break is notified of what follows", async () => {
  const [fan, late, model] = [await confirmedFan(), await confirmedFan(), await app.model()];
  await ask(fan, model);
  await begin(model);
  await settled();
  leap(120);
  await app.modules.rooms.publisherTurned(model.login, "silent");
  await begin(model);
  await end(model);
  leap(29);
  await ask(late, model);
  await begin(model);
  await settled();
  expect([(await liveEmails(fan)).length, (await liveEmails(late)).length]).toEqual([1, 1]);
  await end(model);
  leap(31);
  await begin(model);
  await settled();
  expect([(await liveEmails(fan)).length, (await liveEmails(late)).length]).toEqual([2, 2]);
});

test("R-OPEN-78: notifying may run twice, concurrently or later, and nobody is notified twice", async () => {
  const model = await app.model();
  const fans: Person[] = [];
  for (let count = 0; count < 5; count++) fans.push(await confirmedFan());
  for (const fan of fans) await ask(fan, model);
  await begin(model);
  const { notifications } = app.modules;
  const notify = async () => notifications.work.notify_fans?.({ modelId: model.id, afterFan: 0 });
  await Promise.all([notify(), notify(), notify()]);
  const meta = { id: 1, kind: "stream_began", at: new Date() };
  await notifications.eventHandlers.stream_began({ modelId: model.id }, meta);
  await settled();
  for (const fan of fans) expect(await liveEmails(fan)).toHaveLength(1);
});

test("R-OPEN-78: more fans than one batch holds are all notified", async () => {
  const model = await app.model();
  await sql`
    insert into accounts.account (login, email, password_hash, role, language, validation)
    select 'crowd' || n, 'crowd' || n || '@example.test', 'a hash', 'fan', 'en', 'confirmed'
    from generate_series(1, 230) as n`.execute(app.db);
  await sql`
    insert into notifications.go_live_alert (fan_id, model_id, asked_at)
    select id, ${model.id}, now() from accounts.account where login like 'crowd%'`.execute(app.db);
  await begin(model);
  await settled();
  const sent = sql<{ n: number }>`
    select count(distinct address)::int as n from mail.message where address like 'crowd%' and sent_at is not null`;
  expect((await readRows(app.db, sent))[0]?.n).toBe(230);
});

test("R-OPEN-78, R-ACCT-18: fans who turned notifications off, confirmed no address or closed the account get none, and nobody is notified of a hidden model", async () => {
  const silent = await confirmedFan(sql`is_block_notification = true`);
  const unconfirmed = await app.fan();
  const gone = await confirmedFan();
  const model = await app.model();
  for (const fan of [silent, unconfirmed, gone]) await ask(fan, model);
  await sql`update accounts.account set status = 'blocked' where id = ${gone.id}`.execute(app.db);
  const pages = [
    await listen(app, [`person:${silent.id}`], silent),
    await listen(app, [`person:${unconfirmed.id}`], unconfirmed),
  ];
  await begin(model);
  await settled();
  for (const fan of [silent, unconfirmed, gone]) expect(await liveEmails(fan)).toEqual([]);
  await pages[1]?.event("ModelWentLive");
  expect(pages[0]?.events("ModelWentLive")).toEqual([]);
  for (const page of pages) page.close();

  const [hidden, fan] = [await app.model(), await confirmedFan()];
  await ask(fan, hidden);
  await app.withTransaction((tx) => app.modules.catalog.setVisibility(tx, hidden.id, { hidden: true }));
  await begin(hidden);
  await settled();
  expect(await liveEmails(fan)).toEqual([]);
});

test("R-OPEN-78: the unsubscribe link deletes one alert with one click, from an email client or the page, and a forged one nothing", async () => {
  const [fan, model, second] = [await confirmedFan(), await app.model(), await app.model()];
  for (const each of [model, second]) await ask(fan, each);
  await begin(model);
  const email = await emailTo(app, addressOf(fan), `${model.login} is live now`);
  const code = /\/stop-notices\/(\S+)/.exec(email.text)?.[1] ?? "";
  expect(email.html).toContain(`/stop-notices/${code}`);
  const stop = (path: string, body: string) =>
    fetch(app.origin + path, {
      method: "POST",
      redirect: "manual",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body,
    });
  const about = async (asked: string) => (await app.call("GET", `/api/notices/${asked}`)).body;
  expect(await about(code)).toEqual({
    about: "live",
    model: { login: model.login, artisticName: model.login },
    notified: true,
  });
  const forged = code.replace(/^\w+-\w+/, (pair) => pair.replace(/-\w+$/, `-${second.id.toString(36)}`));
  expect((await stop(`/stop-notices/${forged}`, "")).status).toBe(404);
  expect((await app.call("GET", `/api/notices/${forged}`)).status).toBe(404);
  expect((await app.call("GET", "/api/notices/nonsense")).status).toBe(404);
  const clicked = await stop(`/stop-notices/${code}`, "List-Unsubscribe=One-Click");
  expect(clicked.status).toBe(200);
  const again = await stop(`/stop-notices/${code}`, "");
  expect([again.status, again.headers.get("location")]).toEqual([303, `/stop-notices/${code}`]);
  expect(await about(code)).toMatchObject({ notified: false });
  const left = await readRows(
    app.db,
    sql<{ model_id: number }>`select model_id from notifications.go_live_alert where fan_id = ${fan.id}`,
  );
  expect(left.map(({ model_id }) => model_id)).toEqual([second.id]);
});

test("R-OPEN-15: a fan's alerts are in the export and deleted with the account, and those about a model with theirs", async () => {
  const [fan, other, model, second] = [
    await confirmedFan(),
    await confirmedFan(),
    await app.model(),
    await app.model(),
  ];
  for (const each of [model, second]) await ask(fan, each);
  await ask(other, model);
  const { notifications } = app.modules;
  const [area] = notifications.exportAreas({ id: fan.id, role: "fan" });
  expect(area?.name).toBe("notices");
  expect(await area?.rows()).toMatchObject([{ model: model.login }, { model: second.login }]);
  expect(notifications.exportAreas({ id: model.id, role: "model" })).toEqual([]);
  const alerts = sql<{ fan_id: number; model_id: number }>`
    select fan_id, model_id from notifications.go_live_alert
    where ${fan.id} in (fan_id, model_id) or ${model.id} in (fan_id, model_id)`;
  await app.withTransaction((tx) => notifications.forget(tx, { id: model.id, role: "model" }));
  expect(await readRows(app.db, alerts)).toEqual([{ fan_id: fan.id, model_id: second.id }]);
  await app.withTransaction((tx) => notifications.forget(tx, { id: fan.id, role: "fan" }));
  expect(await readRows(app.db, alerts)).toEqual([]);
});
