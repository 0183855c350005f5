import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { listen } from "#testing/app/realtime-client.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { closeAfterEach } from "#testing/close-after-each.ts";

const app = testApp();
const kept = closeAfterEach();
let model: Person;
let fan: Person;
beforeEach(async () => {
  [model, fan] = [await app.model(), await app.fan(1_000)];
  await app.modules.rooms.publisherTurned(model.login, "started");
});

const pause = (body: object, language?: "es") =>
  app.call("POST", "/api/studio/pause", { as: model, body, ...(language ? { language } : {}) });
const enter = async (as: Person) => (await app.call("GET", `/api/stream/${model.login}`, { as })).body;
const studio = async () => (await app.call("GET", "/api/studio", { as: model })).body;
const words = "Back in five minutes";

async function privateShow() {
  const body = { model_id: model.id, mode: "private", rate: 60 };
  const asked = await app.call("POST", "/api/fan/show-requests", { as: fan, body, key: randomUUID() });
  const path = `/api/studio/show-requests/${String(asked.body.id)}`;
  expect((await app.call("POST", path, { as: model, body: { accept: true } })).status).toBe(200);
}

test("R-OPEN-73: a model's note on a break is read in the room, now and by who comes later, until the break ends", async () => {
  const page = kept(await listen(app, [`room:${model.login}`, "public"], fan));
  expect((await pause({ paused: true, note: `  ${words} ` })).body).toMatchObject({
    paused: true,
    pause_note: words,
  });
  await page.event("RoomPauseNote", ({ note }) => note === words);
  await page.event("ChatRoomStatusChanged", ({ reason }) => reason === "model_paused");
  expect(await enter(await app.fan())).toMatchObject({ pause: "model_paused", pause_note: words });
  expect((await pause({ paused: true })).body.pause_note, "left out, it stays").toBe(words);
  expect((await pause({ paused: true, note: "Ten minutes" })).body.pause_note).toBe("Ten minutes");
  await page.event("RoomPauseNote", ({ note }) => note === "Ten minutes");
  expect((await pause({ paused: true, note: "" })).body).toMatchObject({ paused: true, pause_note: null });
  await page.event("RoomPauseNote", ({ note }) => note === null);
  await pause({ paused: true, note: words });
  expect((await pause({ paused: false })).body).toMatchObject({ paused: false, pause_note: null });
  expect(await enter(fan)).toMatchObject({ pause: null, pause_note: null });
  expect((await pause({ paused: true })).body.pause_note, "the next break is another one").toBeNull();
  await pause({ paused: true, note: words });
  await app.call("POST", "/api/studio/stop", { as: model, body: {} });
  await app.modules.rooms.publisherTurned(model.login, "started");
  expect(await studio()).toMatchObject({ paused: false, pause_note: null });
});

test("R-OPEN-73: words of a break that are too long or hold a link are refused at their field and pause nothing", async () => {
  const long = await pause({ paused: true, note: "x".repeat(121) }, "es");
  expect(long).toMatchObject({
    status: 422,
    body: { errors: { note: [expect.stringContaining("120")] } },
  });
  const link = await pause({ paused: true, note: "see www.elsewhere.example.com" });
  expect([link.status, Object.keys(link.body.errors as object)]).toEqual([422, ["note"]]);
  expect(await studio()).toMatchObject({ paused: false, pause_note: null });
  expect((await pause({ paused: true, note: "🌵".repeat(120) })).body.pause_note).toHaveLength(240);
});

test("R-OPEN-60, R-OPEN-73: in a show its people alone read them, and nobody who comes after it", async () => {
  const [spy, other] = [await app.fan(100), await app.fan(100)];
  const room = `room:${model.login}` as const;
  const outsider = kept(await listen(app, [room, "public", `person:${other.id}`], other));
  await privateShow();
  const body = { model_id: model.id, rate: 20 };
  expect((await app.call("POST", "/api/fan/spy", { as: spy, body, key: randomUUID() })).status).toBe(201);
  const inside = [kept(await listen(app, [room], fan)), kept(await listen(app, [room], spy))];
  await pause({ paused: true, note: words });
  for (const page of inside) await page.event("RoomPauseNote", ({ note }) => note === words);
  for (const as of [fan, spy, model]) expect(await enter(as)).toMatchObject({ pause_note: words });
  await outsider.event("ChatRoomStatusChanged", ({ reason }) => reason === "model_paused");
  const ended = await app.call("POST", "/api/studio/end-show", { as: model, body: {} });
  expect(ended.body).toMatchObject({ show: null, paused: true, pause_note: null });
  expect(await enter(other)).toMatchObject({ pause: "model_paused", pause_note: null });
  expect(JSON.stringify(outsider.messages)).not.toContain(words);
});

test("R-OPEN-73: who is in the room's break reads its words in the show that begins with it", async () => {
  await pause({ paused: true, note: words });
  await privateShow();
  expect(await enter(fan)).toMatchObject({ pause_note: words, show: { role: "payer" } });
});

test("R-OPEN-73: the database keeps no words without a break", async () => {
  await pause({ paused: true, note: words });
  const end = sql`update live.session set model_paused = false where model_id = ${model.id}`;
  await expect(end.execute(app.owner)).rejects.toThrow("session_pause_note");
  const long = sql`update live.session set pause_note = repeat('x', 121) where model_id = ${model.id}`;
  await expect(long.execute(app.owner)).rejects.toThrow("session_pause_note_check");
});
