import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { readRows } from "#server/kit/database/database.ts";
import { listen } from "#testing/app/realtime-client.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { type Body, showCalls } from "#testing/rooms/show-calls.ts";
import { until } from "#testing/until.ts";

const app = testApp();
let model: Person;
let fan: Person;
beforeEach(async () => {
  [model, fan] = [await app.model(), await app.fan(1_000)];
  await app.modules.rooms.publisherTurned(model.login, "started");
});
const { rates, showNow, showOf, leave, balanceOf, spy, enter, code, accepted } = showCalls(app, () => ({
  model,
  fan,
}));

test("R-LIVE-34, R-OPEN-66: a private show can be spied on for a price if the model allows it, a VIP one never", async () => {
  const other = await app.fan(200);
  expect(code(await spy(other))).toEqual([409, "not_spyable"]);
  await accepted();
  const offered = async () => (await enter(other)).body;
  expect(await offered()).toMatchObject({
    code: "in_show",
    mode: "private",
    spy: { rate: 20, free_seconds: 10 },
  });
  expect(await spy(other, { rate: 10 })).toMatchObject({
    status: 409,
    body: { code: "price_changed", rate: 20 },
  });
  const key = randomUUID();
  const spied = await spy(other, {}, key);
  expect(spied).toMatchObject({
    status: 201,
    body: { show: { role: "spy", mode: "private", rate: 20, minimum: 0 } },
  });
  expect((await spy(other, {}, key)).body.show, "pressed twice").toMatchObject({
    id: (spied.body.show as Body).id,
  });
  expect(code(await spy(other, { rate: 999 }, key)), "another request by the same key").toEqual([
    409,
    "key_reused",
  ]);
  for (const as of [other, fan])
    expect(code(await spy(as)), "who is in the show").toEqual([409, "busy_yourself"]);
  const room = await enter(other);
  expect(room).toMatchObject({
    status: 200,
    body: { show: { role: "spy" }, playback: { protocol: "whep" } },
  });
  const write = await app.call("POST", `/api/stream/${model.login}/message`, {
    as: other,
    body: { body: "hi", client_message_id: randomUUID() },
  });
  expect(code(write)).toEqual([403, "read_only"]);
  const spyPage = await listen(app, [`room:${model.login}`], other);
  const say = (as: Person) =>
    app.call("POST", `/api/stream/${model.login}/message`, {
      as,
      body: { body: "just us", client_message_id: randomUUID() },
    });
  expect((await say(fan)).status).toBe(201);
  await spyPage.event("RoomMessage", ({ body }) => body === "just us");
  expect((await leave(other)).body.show).toMatchObject({ role: "spy", end_reason: "fan_left", spent: 0 });
  await until(() => spyPage.messages.some(([kind]) => kind === "cut"), "the spy to be out of the room");
  expect(await showOf(fan), "the show goes on").not.toBeNull();
  expect(await offered(), "what never came is not used up").toMatchObject({ spy: { free_seconds: 10 } });
  expect((await spy(other)).status, "a spy may come back").toBe(201);
  await leave();
  expect(await showOf(other), "the show's end is the spy's").toBeNull();
  expect(await balanceOf(other)).toBe(200);
  await rates({ spies_allowed: false });
  await accepted();
  expect((await enter(other)).body).toMatchObject({ code: "in_show", mode: "private", spy: null });
  expect(code(await spy(other))).toEqual([409, "not_spyable"]);
  await leave();
  await rates({ spies_allowed: true });
  await accepted(fan, { mode: "vip", rate: 90 });
  expect((await enter(other)).body).toMatchObject({ code: "in_show", mode: "vip", spy: null });
  expect(code(await spy(other))).toEqual([409, "not_spyable"]);
  spyPage.close();
});

test("R-LIVE-28, R-OPEN-69: a higher rate counts once its fan accepts it, a lower one at once; declined, the show ends", async () => {
  const page = await listen(app, [`person:${fan.id}`], fan);
  await accepted();
  const { id } = (await showOf(fan)) as { id: number };
  const reply = (body: Body, as: Person = fan) =>
    app.call("POST", "/api/fan/show-price", { as, body: { show_id: id, ...body } });
  await rates({ private: 80 });
  expect(await page.event("ShowPriceChanged")).toMatchObject({ rate: 80, show: { id, rate: 60 } });
  expect(await showOf(fan)).toMatchObject({ rate: 60 });
  expect(code(await reply({ rate: 70, accept: true }))).toEqual([409, "price_changed"]);
  expect(code(await reply({ rate: 80, accept: true }, await app.fan()))).toEqual([404, "unknown_show"]);
  expect((await reply({ rate: 80, accept: true })).body.show).toMatchObject({ rate: 80, state: "paused" });
  expect((await reply({ rate: 80, accept: true })).status, "pressed twice").toBe(200);
  await rates({ private: 40 });
  await until(async () => (await showNow(fan))?.rate === 40, "the lower rate");
  await rates({ private: 100 });
  await page.event("ShowPriceChanged", ({ rate }) => rate === 100);
  expect((await reply({ rate: 100, accept: false })).body.show).toMatchObject({
    state: "ended",
    end_reason: "price_declined",
    spent: 0,
  });
  expect(await balanceOf(fan)).toBe(1_000);
  page.close();
});

test("R-OPEN-65: the seconds that a running meter publishes end with the fan's own limit, as those that are asked for", async () => {
  const page = await listen(app, [`person:${fan.id}`], fan);
  const limited = await app.call("POST", "/api/fan/limits", {
    as: fan,
    body: { day: 100, week: null, month: null },
  });
  expect(limited.status).toBe(200);
  await accepted();
  // When a spy comes the payer's meter is published.
  expect((await spy(await app.fan(200))).status).toBe(201);
  const meter = await page.event("ShowMeter", ({ show }) => show.spy_count === 1);
  expect([meter.show.seconds_left, (await showNow(fan))?.seconds_left]).toEqual([100, 100]);
  page.close();
});

test("who blocks the model leaves the show with them: it ends as left, is paid no further, and nothing stays set aside", async () => {
  await accepted();
  const { id } = (await showOf(fan)) as { id: number };
  const block = { model_id: model.id, blocked: true };
  expect((await app.call("POST", "/api/fan/block-model", { as: fan, body: block })).status).toBe(200);
  await until(async () => (await showNow(fan)) === null, "the show to end");
  const receipt = await app.call("GET", `/api/fan/shows/${id}/receipt`, { as: fan });
  expect(receipt.body.show).toMatchObject({ end_reason: "fan_left", spent: 0 });
  const open = sql<{ n: number }>`
    select count(*)::int as n from wallet.hold where closed_at is null and fan_id = ${fan.id}`;
  expect((await readRows(app.db, open))[0]?.n).toBe(0);
  expect(await balanceOf(fan)).toBe(1_000);
});

test("R-OPEN-69: without an answer in 30 s the show ends, and the new rate was never charged", async () => {
  await accepted();
  const { id } = (await showOf(fan)) as { id: number };
  await rates({ private: 80 });
  await sql`update live.participant set offer_expires_at = now() - interval '1 s' where id = ${id}`.execute(
    app.db,
  );
  await until(async () => (await showNow(fan)) === null, "the show to end");
  const receipt = await app.call("GET", `/api/fan/shows/${id}/receipt`, { as: fan });
  expect(receipt.body.show).toMatchObject({ end_reason: "price_declined", rate: 60, spent: 0 });
});

test("R-OPEN-71, R-OPEN-73, R-LIVE-30, R-LIVE-36: a pause, a ban, the model's own end and the stream's end are published", async () => {
  const pause = (paused: boolean) => app.call("POST", "/api/studio/pause", { as: model, body: { paused } });
  const page = await listen(app, [`person:${fan.id}`, "public"], fan);
  expect((await pause(true)).body.stream).toMatchObject({ status: "paused" });
  expect(await page.event("ChatRoomStatusChanged")).toMatchObject({
    status: "paused",
    reason: "model_paused",
  });
  const entered = await app.call("GET", `/api/stream/${model.login}`, { as: fan });
  expect(entered.body.pause, "who enters now reads it, too").toBe("model_paused");
  expect((await pause(false)).body.stream).toMatchObject({ status: "began" });
  await accepted();
  await pause(true);
  await until(async () => (await showNow(fan))?.pause === "model_paused", "the meter to know");
  await pause(false);
  const ended = await app.call("POST", "/api/studio/end-show", { as: model, body: {} });
  expect(ended.body).toMatchObject({ show: null, stream: { type: "public" } });
  expect(await page.event("ShowEnded")).toMatchObject({ reason: "model_ended" });
  await page.event("ChatRoomModeChanged", ({ mode }) => mode === "one_to_many");
  await accepted();
  await app.call("POST", "/api/studio/ban", { as: model, body: { fan_id: fan.id } });
  await page.event("ShowEnded", ({ reason }) => reason === "banned");
  const other = await app.fan(500);
  await accepted(other);
  await app.call("POST", "/api/studio/stop", { as: model, body: {} });
  expect(await showOf(other)).toBeNull();
  expect([await balanceOf(fan), await balanceOf(other)]).toEqual([1_000, 500]);
  const open = sql<{ n: number }>`
    select count(*)::int as n from wallet.hold where closed_at is null and fan_id in (${fan.id}, ${other.id})`;
  expect((await readRows(app.db, open))[0]?.n).toBe(0);
  page.close();
});
