import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { listen } from "#testing/app/realtime-client.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";

const app = testApp();
let model: Person;
let fan: Person;
beforeEach(async () => {
  [model, fan] = [await app.model(), await app.fan(1_000)];
  await app.modules.rooms.publisherTurned(model.login, "started");
});

type Body = Record<string, unknown>;
const enter = (as: Person) => app.call("GET", `/api/stream/${model.login}`, { as });
const leave = (as: Person) => app.call("POST", "/api/fan/leave-show", { as, body: {} });
const showOf = async (as: Person) => (await app.call("GET", "/api/fan/show", { as })).body.show;
const spy = (as: Person) =>
  app.call("POST", "/api/fan/spy", { as, body: { model_id: model.id, rate: 20 }, key: randomUUID() });

async function accepted() {
  const body = { model_id: model.id, mode: "private", rate: 60 };
  const asked = await app.call("POST", "/api/fan/show-requests", { as: fan, body, key: randomUUID() });
  const path = `/api/studio/show-requests/${String(asked.body.id)}`;
  expect((await app.call("POST", path, { as: model, body: { accept: true } })).status).toBe(200);
}

test("R-OPEN-66: the free look of yesterday counts no more, that at another model's never did", async () => {
  const [other, second] = [await app.fan(200), await app.model()];
  await accepted();
  await spy(other);
  await leave(other);
  const free = async () => ((await enter(other)).body.spy as Body).free_seconds;
  expect(await free()).toBe(0);
  const move = sql`update live.participant set model_id = ${second.id}, started_at = now() - interval '1 minute'`;
  await sql`${move} where fan_id = ${other.id}`.execute(app.owner);
  expect(await free()).toBe(10);
  const back = sql`update live.participant set model_id = ${model.id}, started_at = now() - interval '1 day'`;
  await sql`${back} where fan_id = ${other.id}`.execute(app.owner);
  expect(await free()).toBe(10);
});

test("R-OPEN-66: who pays for a private show is shown how many spies watch, and nothing else of them", async () => {
  const [one, two] = [await app.fan(200), await app.fan(200)];
  const page = await listen(app, [`person:${fan.id}`], fan);
  await accepted();
  expect(await showOf(fan)).toMatchObject({ spy_count: 0 });
  for (const [as, spies] of [
    [one, 1],
    [two, 2],
  ] as const) {
    expect((await spy(as)).body.show, "spies are not told of each other").toMatchObject({ spy_count: 0 });
    await page.event("ShowMeter", ({ show }) => show.spy_count === spies);
  }
  expect((await enter(fan)).body.show).toMatchObject({ spy_count: 2 });
  await leave(one);
  await page.event("ShowMeter", ({ show }) => show.spy_count === 1);
  const told = JSON.stringify(page.messages);
  for (const each of [one, two]) expect(told).not.toContain(each.login);
  expect(told).not.toMatch(/"role":"spy"/);
  page.close();
});
