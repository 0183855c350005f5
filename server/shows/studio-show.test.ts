import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { readRows } from "#server/kit/database/database.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";

const app = testApp();
let model: Person;
let fan: Person;
beforeEach(async () => {
  [model, fan] = [await app.model(), await app.fan(1_000)];
  await app.modules.rooms.publisherTurned(model.login, "started");
});

async function beginPrivateShow() {
  const body = { model_id: model.id, mode: "private", rate: 60 };
  const asked = await app.call("POST", "/api/fan/show-requests", { as: fan, body, key: randomUUID() });
  const path = `/api/studio/show-requests/${String(asked.body.id)}`;
  expect((await app.call("POST", path, { as: model, body: { accept: true } })).status).toBe(200);
}
const enter = (as: Person) => app.call("GET", `/api/stream/${model.login}`, { as });
const shows = async () => (await app.call("GET", "/api/studio/shows", { as: model })).body;

test("R-LIVE-38, R-OPEN-91: a model enters their own room as it is, in a show with the show, and nobody else's", async () => {
  expect((await enter(model)).body).toMatchObject({ id: model.id, show: null, stream: { type: "public" } });
  await beginPrivateShow();
  const inShow = await enter(model);
  expect(inShow.body).toMatchObject({
    stream: { type: "private" },
    show: { role: "payer", mode: "private", rate: 60, state: "paused" },
    playback: { protocol: "whep", token: expect.any(String) },
  });
  const fresh = await app.call("POST", `/api/stream/${model.login}/playback`, { as: model });
  expect(fresh).toMatchObject({ status: 200, body: { token: expect.any(String) } });
  expect((await enter(await app.model())).status, "another model").toBe(403);
  await app.modules.rooms.publisherTurned(model.login, "stopped");
  expect((await enter(model)).body).toMatchObject({ code: "stream_not_started" });
});

test("R-OPEN-66, R-OPEN-71: the studio shows the fan of the show, how many spy on it and no name of theirs, and its pause", async () => {
  await beginPrivateShow();
  const spy = await app.fan(500);
  const body = { model_id: model.id, rate: 20 };
  expect((await app.call("POST", "/api/fan/spy", { as: spy, body, key: randomUUID() })).status).toBe(201);
  const { show } = (await shows()) as { show: Record<string, unknown> };
  expect(show).toMatchObject({ fan_name: fan.login, role: "payer", spy_count: 1, spies: { tokens: 0 } });
  expect(JSON.stringify(show)).not.toContain(spy.login);
  const paused = await app.call("POST", "/api/studio/pause", { as: model, body: { paused: true } });
  expect(paused.body).toMatchObject({ paused: true, stream: { status: "paused" } });
  await app.call("POST", "/api/fan/leave-show", { as: spy, body: {} });
  expect((await shows()).show).toMatchObject({ spy_count: 0, spies: { tokens: 0 } });
  const ended = await app.call("POST", "/api/studio/end-show", { as: model, body: {} });
  expect(ended.body).toMatchObject({ show: null, paused: true, earnings: { show_tokens: 0, tip_tokens: 0 } });
});

test("the studio shows what tips and shows of this broadcast brought, ten minutes by ten minutes", async () => {
  const earnings = async () => (await app.call("GET", "/api/studio", { as: model })).body.earnings;
  expect(await earnings()).toMatchObject({ tonight: 0, course: { minutes: 10, tokens: [0] } });
  const tip = (body: object) =>
    app.call("POST", `/api/fan/pay-tips-to-model/${model.id}`, { as: fan, body, key: randomUUID() });
  expect((await tip({ amount: 30 })).status).toBe(200);
  await sql`update live.tip set at = at - interval '25 minutes' where model_id = ${model.id}`.execute(
    app.owner,
  );
  await sql`update live.room set live_since = live_since - interval '29 minutes' where model_id = ${model.id}`.execute(
    app.db,
  );
  expect((await tip({ amount: 5 })).status).toBe(200);
  await beginPrivateShow();
  const [row] = await readRows(
    app.db,
    sql<{ hold_id: number }>`select hold_id from live.participant where fan_id = ${fan.id}`,
  );
  const to = { kind: "model", id: model.id } as const;
  const slice = { key: randomUUID(), holdId: row?.hold_id ?? 0, to, tokens: 7, reason: "a slice" };
  await app.modules.wallet.capture(app.db, slice);
  expect(await earnings()).toMatchObject({ tip_tokens: 35, course: { minutes: 10, tokens: [30, 0, 12] } });
});
