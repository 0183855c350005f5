import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { systemClock } from "#server/kit/clock.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { emailsTo, emailTo } from "#testing/email/inbox.ts";
import { testPushService } from "#testing/push/push-service.ts";
import { until } from "#testing/until.ts";

const service = await testPushService();
let passed = 0;
const clock = { ...systemClock, now: () => new Date(systemClock.now().getTime() + passed) };
const app = testApp(undefined, () => ({ clock }), { PUSH_ORIGINS: service.origin });

afterEach(() => {
  service.mood = { status: 201 };
  expect(service.complaints).toEqual([]);
  passed = 0;
});

const change = (fan: Person, body: object) =>
  app.call("POST", "/api/fan/notification-settings", { as: fan, body });
const bell = async (fan: Person) => (await app.call("GET", "/api/fan/notifications", { as: fan })).body;
const add = (fan: Person, kind: "reward" | "subscribed", modelId?: number) =>
  app.modules.notifications.add({
    fanIds: [fan.id],
    key: randomUUID(),
    kind,
    ...(modelId === undefined ? {} : { modelId }),
  });

async function browserOf(fan: Person) {
  const { body } = await app.call("GET", "/api/fan/push", { as: fan });
  const browser = service.subscribe(String(body.public_key));
  await app.call("POST", "/api/fan/push", { as: fan, body: { ...browser.subscription, details: true } });
  return browser;
}

const titles = ({ received }: Awaited<ReturnType<typeof browserOf>>) =>
  received.map(({ message }) => message.title);

/** Quiet hours in UTC that began an hour ago and end in an hour. */
function aroundNow() {
  const time = (ms: number) => new Date(clock.now().getTime() + ms).toISOString().slice(11, 16);
  return { from: time(-3_600_000), to: time(3_600_000) };
}

const jobsOf = async (name: string) => {
  const { rows } = await sql<{ id: number; later: boolean }>`
    select id, run_at > now() as later from graphile_worker.jobs where task_identifier = ${name}`.execute(
    app.db,
  );
  return rows;
};
const pushesDone = () => until(async () => (await jobsOf("push_item")).length === 0, "the pushes to be done");

const heldNow = () =>
  sql`
    select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker.jobs
    where task_identifier = 'push_held'`.execute(app.owner);
const heldOf = async (fan: Person) => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from notifications.held_push join notifications.item on id = item_id
    where fan_id = ${fan.id}`.execute(app.db);
  return rows[0]?.n;
};

test("a subject or a model that is off appears in the list, read already, and in no push", async () => {
  const [fan, loud, muted] = [await app.fan(), await app.model(), await app.model()];
  const browser = await browserOf(fan);
  expect((await change(fan, { off: ["tokens", "tokens"] })).body.off).toEqual(["tokens"]);
  const mute = (modelId: number, on: boolean) =>
    app.call("POST", "/api/fan/mute-model", { as: fan, body: { model_id: modelId, muted: on } });
  expect((await mute(muted.id, true)).body.muted_models).toMatchObject([
    { id: muted.id, login: muted.login },
  ]);
  expect((await mute(999_999, true)).status).toBe(404);
  await add(fan, "reward");
  await add(fan, "subscribed", muted.id);
  await add(fan, "subscribed", loud.id);
  await pushesDone();
  expect(browser.received).toHaveLength(1);
  expect(await bell(fan)).toMatchObject({
    unread: 1,
    data: [{ read: false }, { read: true }, { read: true }],
  });
  await mute(muted.id, false);
  await change(fan, { off: [] });
  await add(fan, "reward");
  await until(() => browser.received.length === 2, "the second push");
});

test("what is no time, no zone or no subject is refused, and what is left out stays", async () => {
  const fan = await app.fan();
  const quiet = { from: "22:00", to: "07:30" };
  const saved = await change(fan, { quiet, time_zone: "America/Bogota", digest: true });
  const expected = {
    off: [],
    quiet,
    time_zone: "America/Bogota",
    digest: true,
    discreet: false,
    muted_models: [],
  };
  expect(saved.body).toEqual(expected);
  for (const body of [
    { time_zone: "Mars/Olympus" },
    { quiet: { from: "24:00", to: "07:00" } },
    { quiet: { from: "07:00", to: "07:00" } },
    { off: ["weather"] },
  ])
    expect((await change(fan, body)).status).toBe(422);
  expect((await change(fan, { discreet: true })).body).toEqual({ ...expected, discreet: true });
  expect((await change(fan, { quiet: null })).body).toMatchObject({ quiet: null, digest: true });
});

test("in quiet hours pushes are held back; after them several come as one, and what was read meanwhile does not", async () => {
  const [fan, one] = [await app.fan(), await app.fan()];
  const [browser, other] = [await browserOf(fan), await browserOf(one)];
  for (const each of [fan, one]) await change(each, { quiet: aroundNow() });
  await add(fan, "reward");
  await pushesDone();
  const { data } = (await bell(fan)) as { data: { id: number }[] };
  await app.call("POST", "/api/fan/notifications/read", { as: fan, body: { up_to: data[0]?.id } });
  for (let n = 0; n < 3; n++) await add(fan, "reward");
  await add(one, "reward");
  await pushesDone();
  expect(await jobsOf("push_held")).toHaveLength(2);
  expect([browser, other].flatMap(titles)).toEqual([]);
  passed = 2 * 3_600_000;
  await heldNow();
  await until(() => browser.received.length > 0 && other.received.length > 0, "what was held back");
  await until(async () => (await jobsOf("push_held")).length === 0, "the jobs to be done");
  expect(titles(browser)).toEqual(["3 new notifications"]);
  expect(titles(other)).toEqual(["A friend bought tokens. Your reward is in your balance."]);
});

test("what was held back is kept until the push service took it, so that a job that died is done again, and what comes meanwhile is sent later", async () => {
  const fan = await app.fan();
  const browser = await browserOf(fan);
  await change(fan, { quiet: aroundNow() });
  for (let n = 0; n < 2; n++) await add(fan, "reward");
  await pushesDone();
  passed = 2 * 3_600_000;
  const answered = Promise.withResolvers<void>();
  service.mood = { status: 201, after: answered.promise };
  const before = service.asked;
  const { rows } = await sql<{ device_id: number }>`
    select distinct device_id from notifications.held_push join notifications.item on id = item_id
    where fan_id = ${fan.id}`.execute(app.db);
  const again = async () =>
    app.modules.notifications.pushWork.push_held?.({ deviceId: rows[0]?.device_id, fanId: fan.id });
  // The job that is under way is this one.
  await sql`
    select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
    where task_identifier = 'push_held'`.execute(app.owner);
  const first = again();
  await until(() => service.asked === before + 1, "the push");
  expect(await heldOf(fan)).toBe(2);
  // As after a kill: another takes the job over. Then quiet hours begin again.
  const second = again();
  await until(() => service.asked === before + 2, "the repeated push");
  await change(fan, { quiet: aroundNow() });
  await add(fan, "reward");
  await pushesDone();
  expect(await heldOf(fan)).toBe(3);
  answered.resolve();
  await Promise.all([first, second]);
  expect(titles(browser)).toEqual(["2 new notifications", "2 new notifications"]);
  expect(new Set(browser.received.map(({ topic }) => topic)).size).toBe(1);
  expect(await heldOf(fan)).toBe(1);
  await change(fan, { quiet: null });
  await heldNow();
  await until(() => browser.received.length === 3, "what came meanwhile");
  await until(async () => (await jobsOf("push_held")).length === 0, "the jobs to be done");
  expect(titles(browser)[2]).toBe("A friend bought tokens. Your reward is in your balance.");
  expect(await heldOf(fan)).toBe(0);
});

test("what a push service does not take is held on to and sent after its pause", async () => {
  const fan = await app.fan();
  const browser = await browserOf(fan);
  await change(fan, { quiet: aroundNow() });
  for (let n = 0; n < 2; n++) await add(fan, "reward");
  await pushesDone();
  passed = 2 * 3_600_000;
  service.mood = { status: 503 };
  const before = service.asked;
  await heldNow();
  await until(() => service.asked === before + 1, "the refused push");
  await until(async () => (await jobsOf("push_held")).every(({ later }) => later), "the pause");
  expect([await heldOf(fan), (await jobsOf("push_held")).length]).toEqual([2, 1]);
  service.mood = { status: 201 };
  await heldNow();
  await until(async () => (await jobsOf("push_held")).length === 0, "the job to be done");
  expect([titles(browser), await heldOf(fan)]).toEqual([["2 new notifications"], 0]);
});

test("discreet pushes name nobody, whatever the device was set to show", async () => {
  const [fan, model] = [await app.fan(), await app.model()];
  const browser = await browserOf(fan);
  await change(fan, { discreet: true });
  await add(fan, "subscribed", model.id);
  await until(() => browser.received.length === 1, "the push");
  expect(titles(browser)).toEqual(["You have a new notification"]);
});

async function confirmed(): Promise<Person & { email: string }> {
  const fan = await app.fan();
  await sql`update accounts.account set validation = 'confirmed' where id = ${fan.id}`.execute(app.db);
  return { ...fan, email: `${fan.login}@example.test` };
}

test("the daily mail comes once a day to who turned it on, with what is unread, and its one press turns it off", async () => {
  const [fan, other, empty] = [await confirmed(), await confirmed(), await confirmed()];
  const model = await app.model();
  for (const each of [fan, empty]) await change(each, { digest: true, time_zone: nineOClockZone() });
  for (const each of [fan, other]) await add(each, "subscribed", model.id);
  await Promise.all([1, 2, 3].map(() => app.modules.notifications.mailDigests()));
  await app.modules.notifications.mailDigests();
  const mail = await emailTo(app, fan.email, "1 new notification");
  await until(async () => (await jobsOf("send_mail")).length === 0, "the mails to be sent");
  expect(mail.text).toContain(model.login);
  expect(await emailsTo(app, fan.email)).toHaveLength(1);
  for (const each of [other, empty]) expect(await emailsTo(app, each.email)).toEqual([]);

  const [path = ""] = /\/stop-notices\/\S+/.exec(mail.text) ?? [];
  const code = path.split("/").at(-1);
  const page = await app.call("GET", `/api/notices/${code}`);
  expect(page.body).toEqual({ about: "digest", model: null, notified: true });
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const press = (address: string) =>
    fetch(app.origin + address, { method: "POST", headers: form, body: "List-Unsubscribe=One-Click" });
  expect((await press(path.replace(/.$/, (last) => (last === "A" ? "B" : "A")))).status).toBe(404);
  expect((await press(path)).status).toBe(200);
  expect((await app.call("GET", "/api/fan/notification-settings", { as: fan })).body.digest).toBe(false);
  expect((await app.call("GET", `/api/notices/${code}`)).body.notified).toBe(false);
});

test("R-OPEN-15: a model who has left is named and pictured neither at the bell nor in the daily mail, and muted no more", async () => {
  const [fan, model] = [await confirmed(), await app.model()];
  await change(fan, { digest: true, time_zone: nineOClockZone() });
  await add(fan, "subscribed", model.id);
  expect((await bell(fan)).data).toMatchObject([{ model: { login: model.login } }]);
  const mute = { model_id: model.id, muted: true };
  expect((await app.call("POST", "/api/fan/mute-model", { as: fan, body: mute })).body).toMatchObject({
    muted_models: [{ login: model.login }],
  });
  await app.withTransaction((tx) => app.modules.catalog.close(tx, { id: model.id, role: "model" }));
  expect((await bell(fan)).data).toMatchObject([{ kind: "subscribed", model: null }]);
  expect((await app.call("GET", "/api/fan/notification-settings", { as: fan })).body.muted_models).toEqual(
    [],
  );
  await app.modules.notifications.mailDigests();
  const mail = await emailTo(app, fan.email, "1 new notification");
  expect(mail.text).toMatch(/^This is what you haven’t read since yesterday:$/m);
  expect(mail.text).toContain("Your subscription to a former model is paid.");
  expect(mail.text).not.toContain(model.login);
});

/** A time zone in which it is between nine and noon now. */
function nineOClockZone(): string {
  const west = 10 - clock.now().getUTCHours();
  // Zones end at twelve hours west: further on it is the next day in the east.
  const hours = west < -12 ? west + 24 : west;
  return hours === 0 ? "UTC" : `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}`;
}

test("a mail about a model who is public again has its one press too, which turns those off", async () => {
  const [fan, model] = [await confirmed(), await app.model()];
  await app.call("POST", "/api/fan/await-public", { as: fan, body: { model_id: model.id, tell: true } });
  // A fan who waits is notified of a room that opens as well.
  await app.modules.rooms.publisherTurned(model.login, "started");
  const mail = await emailTo(app, fan.email, `${model.login} is public again`);
  const [path = ""] = /\/stop-notices\/\S+/.exec(mail.text) ?? [];
  const pressed = await fetch(app.origin + path, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "List-Unsubscribe=One-Click",
  });
  expect(pressed.status).toBe(200);
  expect((await app.call("GET", "/api/fan/notification-settings", { as: fan })).body.off).toEqual([
    "public_again",
  ]);
});
