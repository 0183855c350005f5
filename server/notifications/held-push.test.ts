import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { systemClock } from "#server/kit/clock.ts";
import { createLogger } from "#server/kit/log.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { testPushService } from "#testing/push/push-service.ts";
import { until } from "#testing/until.ts";
import { sweepHeld } from "./sweep-held.ts";

const service = await testPushService();
const [hourMs, dayMs] = [3_600_000, 86_400_000];
let passed = 0;
const clock = { ...systemClock, now: () => new Date(systemClock.now().getTime() + passed) };
const warned: unknown[] = [];
const log = Object.assign(createLogger("silent"), {
  warn: (fields: object, text: string) => void warned.push({ ...fields, text }),
});
const app = testApp(undefined, () => ({ clock, log }), { PUSH_ORIGINS: service.origin });

afterEach(() => {
  expect(service.complaints).toEqual([]);
  passed = 0;
  warned.length = 0;
});

/** A fan with a browser, within quiet hours (UTC) that began an hour ago and end in an hour. */
async function quietFan() {
  const fan = await app.fan();
  const { body } = await app.call("GET", "/api/fan/push", { as: fan });
  const browser = service.subscribe(String(body.public_key));
  await app.call("POST", "/api/fan/push", { as: fan, body: { ...browser.subscription, details: true } });
  const time = (ms: number) => new Date(clock.now().getTime() + ms).toISOString().slice(11, 16);
  const quiet = { from: time(-hourMs), to: time(hourMs) };
  await app.call("POST", "/api/fan/notification-settings", { as: fan, body: { quiet } });
  return { fan, titles: () => browser.received.map(({ message }) => message.title) };
}

/** Notifies a fan, and waits until it is held back. */
async function holdBack(fan: Person, count: number) {
  for (let n = 0; n < count; n++)
    await app.modules.notifications.add({ fanIds: [fan.id], key: randomUUID(), kind: "reward" });
  await until(async () => (await jobsOf("push_item")).length === 0, "the pushes to be done");
}

const jobsOf = async (name: string) => {
  const { rows } = await sql<{ id: number }>`
    select id from graphile_worker.jobs where task_identifier = ${name}`.execute(app.db);
  return rows.map(({ id }) => id);
};
const heldOf = async (fan: Person) => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from notifications.held_push join notifications.item on id = item_id
    where fan_id = ${fan.id}`.execute(app.db);
  return rows[0]?.n;
};
/** As after the last try. */
const giveUp = async () =>
  sql`select graphile_worker.permanently_fail_jobs(${await jobsOf("push_held")}::bigint[], 'tries used up')`.execute(
    app.owner,
  );

test("what is held back for a device whose job was given up is sent with what is held back next", async () => {
  const { fan, titles } = await quietFan();
  await holdBack(fan, 2);
  await giveUp();
  await holdBack(fan, 1);
  passed = 2 * hourMs;
  await sql`
    select graphile_worker.reschedule_jobs(${await jobsOf("push_held")}::bigint[], run_at => now())`.execute(
    app.owner,
  );
  await until(() => titles().length > 0, "what was held back");
  await until(async () => (await heldOf(fan)) === 0, "it to be let go");
  expect(titles()).toEqual(["3 new notifications"]);
});

test("what is held back for a device whose job was given up gets another by the clock, and nothing that has one", async () => {
  const [lost, waiting] = [await quietFan(), await quietFan()];
  await holdBack(lost.fan, 2);
  await giveUp();
  await holdBack(waiting.fan, 2);
  passed = 2 * hourMs;
  await app.modules.notifications.sweepHeld();
  await until(() => lost.titles().length > 0, "what was held back");
  await until(async () => (await heldOf(lost.fan)) === 0, "it to be let go");
  expect(lost.titles()).toEqual(["2 new notifications"]);
  expect([waiting.titles(), await heldOf(waiting.fan)]).toEqual([[], 2]);
  expect(warned).toEqual([]);
});

test("no device is passed over where more are waited for than are looked at in one go", async () => {
  const fans = [await quietFan(), await quietFan(), await quietFan()];
  for (const { fan } of fans) await holdBack(fan, 2);
  await giveUp();
  passed = 2 * hourMs;
  await sweepHeld({ db: app.db, clock, log }, 2)();
  for (const { fan, titles } of fans) {
    await until(async () => (await heldOf(fan)) === 0, "what was held back");
    expect(titles()).toEqual(["2 new notifications"]);
  }
});

test("what was held back until it is of no use is dropped, and logged", async () => {
  const { fan, titles } = await quietFan();
  await holdBack(fan, 2);
  await giveUp();
  passed = 3 * dayMs + 1;
  await app.modules.notifications.sweepHeld();
  expect([await heldOf(fan), titles()]).toEqual([0, []]);
  expect(warned).toMatchObject([{ text: "notifications were held back for too long and were dropped" }]);
});
