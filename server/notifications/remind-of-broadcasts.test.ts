import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import type { Notification } from "#contract/notifications.ts";
import { systemClock } from "#server/kit/clock.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { manualClock } from "#testing/manual-clock.ts";
import { testPushService } from "#testing/push/push-service.ts";
import { until } from "#testing/until.ts";

const service = await testPushService();
/** A full minute of today: push services check a message by their own clock. */
const start = new Date(Math.floor(Date.now() / 60_000) * 60_000);
const { now, set } = manualClock(start);
const app = testApp(undefined, () => ({ clock: { ...systemClock, now } }), { PUSH_ORIGINS: service.origin });

beforeEach(() => set(start));

/** So many minutes after the start. */
const after = (minutes: number) => new Date(start.getTime() + minutes * 60_000);
const plannedAt = 80;
const bogotaMs = -5 * 3_600_000;

/** A model who plans in Bogotá to be live 80 minutes after the start, each week, and fans who asked to be notified of it. */
async function plan(fans: readonly Person[]): Promise<Person> {
  const model = await app.model();
  const clocks = (minutes: number) => new Date(after(minutes).getTime() + bogotaMs);
  const time = (minutes: number) => clocks(minutes).toISOString().slice(11, 16);
  const weekday = clocks(plannedAt).getUTCDay() || 7;
  const hours = [{ weekday, from: time(plannedAt), to: time(plannedAt + 160) }];
  const body = { time_zone: "America/Bogota", hours };
  expect((await app.call("POST", "/api/studio/schedule", { as: model, body })).status).toBe(200);
  for (const as of fans)
    await app.call("POST", "/api/fan/notify-model", { as, body: { model_id: model.id, notify: true } });
  return model;
}

async function remind(minutes: number): Promise<void> {
  set(after(minutes));
  await app.modules.notifications.remindOfBroadcasts();
  await done("remind_fans");
  await done("push_item");
}

const done = (name: string) =>
  until(async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from graphile_worker.jobs where task_identifier = ${name}`.execute(app.db);
    return Number(rows[0]?.n) === 0;
  }, `${name} to be done`);

const notificationsOf = async (as: Person) =>
  ((await app.call("GET", "/api/fan/notifications", { as })).body.data as Notification[]).map(
    ({ kind, model }) => [kind, model?.login],
  );

test("half an hour before the time that a model planned the fans with an alert are reminded, each once, on their devices too", async () => {
  const [fan, quiet, other] = [await app.fan(), await app.fan(), await app.fan()];
  const { body } = await app.call("GET", "/api/fan/push", { as: fan });
  const browser = service.subscribe(String(body.public_key));
  await app.call("POST", "/api/fan/push", { as: fan, body: { ...browser.subscription, details: true } });
  await app.call("POST", "/api/fan/notification-settings", { as: quiet, body: { off: ["schedule"] } });
  const model = await plan([fan, quiet]);
  await remind(49);
  expect(await notificationsOf(fan)).toEqual([]);
  await remind(50);
  await remind(55);
  expect(await notificationsOf(fan)).toEqual([["schedule", model.login]]);
  expect(browser.received.map(({ message }) => [message.title, message.url])).toEqual([
    [`${model.login} plans to go live within half an hour.`, `/${model.login}`],
  ]);
  expect(await notificationsOf(other)).toEqual([]);
  const unread = async (as: Person) => (await app.call("GET", "/api/fan/notifications", { as })).body.unread;
  expect([await unread(fan), await unread(quiet)]).toEqual([1, 0]);
  await remind(55 + 7 * 24 * 60);
  // Sessions do not last that long.
  set(start);
  expect(await notificationsOf(fan), "of the next week's again").toHaveLength(2);
  expect(service.complaints).toEqual([]);
});

test("nobody is reminded after the time, of a model who is live already, or from whom they keep apart", async () => {
  const [fan, banned] = [await app.fan(), await app.fan()];
  const model = await plan([fan, banned]);
  await remind(80);
  expect(await notificationsOf(fan)).toEqual([]);
  await app.call("POST", "/api/studio/ban", { as: model, body: { fan_id: banned.id } });
  await app.modules.rooms.publisherTurned(model.login, "started");
  await remind(52);
  expect(await notificationsOf(fan)).not.toContainEqual(["schedule", model.login]);
  await app.modules.rooms.publisherTurned(model.login, "stopped");
  await until(async () => {
    const page = await app.call("GET", `/api/model-profile/${model.login}`, { as: fan });
    return (
      (page.body.planned as unknown[]).length > 0 &&
      (await app.modules.catalog.model(app.db, model.id))?.status === "stopped"
    );
  }, "the broadcast to be over");
  await remind(54);
  expect(await notificationsOf(fan)).toContainEqual(["schedule", model.login]);
  expect(await notificationsOf(banned)).toEqual([]);
});
