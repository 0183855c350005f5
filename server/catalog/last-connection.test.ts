import { expect, test } from "vitest";
import { type Clock, systemClock } from "#server/kit/clock.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";

/** Minutes leap by themselves; waits pass as they do. */
let leaptMs = 0;
const clock: Clock = { ...systemClock, now: () => new Date(Date.now() + leaptMs) };
const app = testApp(undefined, () => ({ clock }));

const at = (id: number | string, as?: Person) =>
  app.call("GET", `/api/service/last-connection/${id}`, as ? { as } : {});
const reportPresence = (id: number | string, as?: Person) =>
  app.call("POST", `/api/service/last-connection/${id}`, { body: {}, ...(as ? { as } : {}) });
const timeOf = (answer: { body: Record<string, unknown> }) =>
  answer.body.last_connection === null ? null : new Date(String(answer.body.last_connection)).getTime();

test("R-API-63, R-API-64, R-LIVE-42, R-OPEN-79: a model reports that they are here, and everybody reads the new time", async () => {
  const model = await app.model();
  await app.modules.rooms.publisherTurned(model.login, "started");
  const before = timeOf(await at(model.id)) ?? 0;
  leaptMs += 61_000;
  const reported = await reportPresence(model.id, model);
  expect(reported.status).toBe(200);
  expect(timeOf(reported)).toBeGreaterThanOrEqual(before + 61_000);
  for (const reader of [undefined, await app.fan(), model])
    expect((await at(model.id, reader)).body).toEqual(reported.body);
  const profile = await app.call("GET", `/api/model-profile/${model.login}`);
  expect(profile.body.lastConnection).toBe(reported.body.last_connection);
});

test("R-API-64, R-OPEN-79: it is written at most once a minute", async () => {
  for (const person of [await app.model(), await app.fan()]) {
    leaptMs += 61_000;
    const first = await reportPresence(person.id, person);
    leaptMs += 30_000;
    expect((await reportPresence(person.id, person)).body).toEqual(first.body);
    leaptMs += 31_000;
    expect(timeOf(await reportPresence(person.id, person))).toBeGreaterThan((timeOf(first) ?? 0) + 60_000);
  }
});

test("R-API-64: nobody reports it of another, and a guest of nobody", async () => {
  const [fan, model] = [await app.fan(), await app.model()];
  const before = await at(model.id);
  expect((await reportPresence(model.id, fan)).status).toBe(403);
  expect((await reportPresence(fan.id, model)).status).toBe(403);
  expect((await reportPresence(model.id)).status).toBe(401);
  expect((await at(model.id)).body).toEqual(before.body);
});

test("R-API-63, R-OPEN-79: when a fan was here is shown to nobody else, nor of a model whom the staff hides", async () => {
  const [fan, other, model] = [await app.fan(), await app.fan(), await app.model()];
  expect(timeOf(await at(fan.id, fan))).toBeGreaterThan(0);
  for (const reader of [undefined, other, model]) expect((await at(fan.id, reader)).status).toBe(404);
  await app.withTransaction((tx) => app.modules.catalog.setVisibility(tx, model.id, { hidden: true }));
  expect((await at(model.id, fan)).status).toBe(404);
  expect((await at(model.id, model)).status).toBe(200);
  for (const nobody of [999_999, "0", "x"]) expect([404, 422]).toContain((await at(nobody, fan)).status);
});
