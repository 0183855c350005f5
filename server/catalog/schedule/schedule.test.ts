import { sql } from "kysely";
import { expect, test } from "vitest";
import type { PlannedBroadcast } from "#contract/schedule.ts";
import { systemClock } from "#server/kit/clock.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { manualClock } from "#testing/manual-clock.ts";

/** A Saturday. */
const { now } = manualClock("2026-11-21T12:00:00Z");
const app = testApp(undefined, () => ({ clock: { ...systemClock, now } }));

const save = (as: Person, hours: unknown, time_zone = "America/Bogota") =>
  app.call("POST", "/api/studio/schedule", { as, body: { time_zone, hours } });
const view = async (as: Person) => (await app.call("GET", "/api/studio/schedule", { as })).body;
const planned = async (model: Person) =>
  (await app.call("GET", `/api/model-profile/${model.login}`)).body.planned as PlannedBroadcast[];

test("the hours that a model sets for each week are on their page as instants, also over midnight, and the next ones replace them", async () => {
  const model = await app.model();
  expect(await view(model)).toEqual({ time_zone: null, hours: [] });
  expect(await planned(model)).toEqual([]);
  const hours = [
    { weekday: 3, from: "20:00", to: "23:00" },
    { weekday: 6, from: "22:30", to: "01:00" },
  ];
  expect((await save(model, hours.toReversed())).body).toEqual({ time_zone: "America/Bogota", hours });
  expect(await planned(model)).toEqual([
    { from: "2026-11-22T03:30:00.000Z", to: "2026-11-22T06:00:00.000Z" },
    { from: "2026-11-26T01:00:00.000Z", to: "2026-11-26T04:00:00.000Z" },
  ]);
  await save(model, [], "Europe/Madrid");
  expect(await view(model)).toEqual({ time_zone: "Europe/Madrid", hours: [] });
  expect(await planned(model)).toEqual([]);
});

test("hours that overlap, unknown zones and times that are none are refused in the model's language, and change nothing", async () => {
  const model = await app.model();
  const kept = { time_zone: "Europe/Madrid", hours: [{ weekday: 1, from: "20:00", to: "22:00" }] };
  await save(model, kept.hours, kept.time_zone);
  const hour = { weekday: 1, from: "20:00", to: "21:00" };
  const answers = await Promise.all([
    save(model, [hour, hour]),
    save(model, [hour, { weekday: 1, from: "20:30", to: "21:30" }]),
    save(model, [hour], "Mars/Olympus"),
    save(model, [{ ...hour, weekday: 8 }]),
    save(model, [{ ...hour, to: "24:00" }]),
    save(
      model,
      Array.from({ length: 22 }, () => hour),
    ),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(422));
  expect(answers.map(({ body }) => body.code).slice(0, 3)).toEqual([
    "hours_overlap",
    "hours_overlap",
    "unknown_time_zone",
  ]);
  expect(await view(model)).toEqual(kept);
});

test("two changes at once end as one of them, whole", async () => {
  const model = await app.model();
  const weeks = [1, 2, 3, 4].map((weekday) => [
    { weekday, from: "10:00", to: "11:00" },
    { weekday, from: "20:00", to: "21:00" },
  ]);
  const answers = await Promise.all(weeks.map((hours) => save(model, hours)));
  expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(200));
  expect(weeks).toContainEqual((await view(model)).hours);
});

test("what models plan in zones that the database does not know is found too, and a zone that nobody knows hinders no other", async () => {
  const [sydney, bogota, mars] = [await app.model(), await app.model(), await app.model()];
  // PostgreSQL does not know this name.
  const inSydney = [{ weekday: 6, from: "23:30", to: "23:50" }];
  expect((await save(sydney, inSydney, "AET")).status).toBe(200);
  const inBogota = [{ weekday: 6, from: "07:30", to: "09:00" }];
  for (const model of [bogota, mars]) await save(model, inBogota);
  await sql`update catalog.schedule set time_zone = 'Mars/Olympus' where model_id = ${mars.id}`.execute(
    app.db,
  );
  const within = { after: now(), until: new Date(now().getTime() + 30 * 60_000) };
  expect(await app.modules.catalog.schedules.beginning(app.db, within)).toEqual([
    { modelId: sydney.id, from: within.until },
    { modelId: bogota.id, from: within.until },
  ]);
});
