import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { type Clock, systemClock } from "#server/kit/clock.ts";
import { listen } from "#testing/app/realtime-client.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { until } from "#testing/until.ts";

/** The clock of mutes is set by the test; waits are real. */
let leaptMs = 0;
const clock: Clock = { ...systemClock, now: () => new Date(Date.now() + leaptMs) };
const app = testApp(undefined, () => ({ clock }));
let model: Person;
let helper: Person;
let fan: Person;

const appoint = (who: Person = helper, moderates = true, as: Person = model) =>
  app.call("POST", "/api/studio/moderators", { as, body: { fan_id: who.id, moderates } });
const say = (as: Person = fan, body = "something unkind", id: string = randomUUID()) =>
  app.call("POST", `/api/stream/${model.login}/message`, { as, body: { body, client_message_id: id } });
const remove = (id: unknown, as: Person = helper, slug = model.login) =>
  app.call("POST", `/api/stream/${slug}/remove-message`, { as, body: { id } });
const mute = (minutes: number | null, who: Person = fan, as: Person = helper) =>
  app.call("POST", `/api/stream/${model.login}/mute`, { as, body: { fan_id: who.id, minutes } });
const enter = async (as: Person) => (await app.call("GET", `/api/stream/${model.login}`, { as })).body;
const history = async (as: Person) =>
  ((await enter(as)).chat as { history: { id: number; body: string }[] }).history;
const overview = async () => (await app.call("GET", "/api/studio/moderators", { as: model })).body;
const outcome = ({ status, body }: Awaited<ReturnType<typeof say>>) => [status, body.code];

beforeEach(async () => {
  [model, helper, fan] = [await app.model(), await app.fan(), await app.fan(100)];
  await app.modules.rooms.publisherTurned(model.login, "started");
  await appoint();
});

test("a model makes a fan a moderator and takes it back; the room learns at once who they are", async () => {
  const room = await listen(app, [`room:${model.login}`], fan);
  expect((await enter(fan)).chat).toMatchObject({ moderators: [helper.id] });
  const second = await appoint(fan);
  expect(second.body.data).toMatchObject([
    { id: helper.id, name: helper.login },
    { id: fan.id, name: fan.login },
  ]);
  await room.event("RoomModerators", ({ moderators }) => moderators.length === 2);
  expect((await appoint(fan)).body.data).toHaveLength(2);
  expect((await appoint(helper, false)).body.data).toMatchObject([{ id: fan.id }]);
  expect((await appoint(helper, false)).status).toBe(200);
  await room.event("RoomModerators", ({ moderators }) => moderators[0] === fan.id);
  expect((await app.call("GET", "/api/studio", { as: model })).body.chat).toMatchObject({
    moderators: [fan.id],
  });
  room.close();
});

test("only fans moderate, at most 20 of them, and none whom the model has banned", async () => {
  expect(outcome(await appoint(await app.model()))).toEqual([404, "unknown_fan"]);
  const others = await Promise.all(Array.from({ length: 22 }, () => app.fan()));
  const answers = await Promise.all(others.map((one) => appoint(one)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(19);
  expect(answers.filter(({ body }) => body.code === "too_many_moderators")).toHaveLength(3);
  await app.call("POST", "/api/studio/ban", { as: model, body: { fan_id: fan.id } });
  expect(outcome(await appoint(fan))).toEqual([409, "banned_fan"]);
});

test("a removed message is gone from every page and from the history, and comes back neither by a retry nor by a reconnect", async () => {
  const reader = await app.fan();
  const start = (await enter(reader)).live_from as { room: { epoch: string; sequence: number } };
  const page = await listen(app, [`room:${model.login}`], reader);
  const key = randomUUID();
  const line = (await say(fan, "something unkind", key)).body;
  await page.event("RoomMessage", ({ id }) => id === line.id);
  expect(await remove(line.id)).toMatchObject({ status: 200, body: { id: line.id } });
  await page.event("RoomMessageRemoved", ({ id }) => id === line.id);
  for (const as of [reader, fan, helper]) expect(await history(as)).toEqual([]);
  expect(JSON.stringify((await app.call("GET", "/api/studio", { as: model })).body.chat)).not.toContain(
    "unkind",
  );
  expect(outcome(await say(fan, "something unkind", key))).toEqual([409, "message_removed"]);
  const late = await listen(app, [], reader);
  late.send(["join", `room:${model.login}`, start.room.epoch, start.room.sequence]);
  await late.event("RoomMessageRemoved", ({ id }) => id === line.id);
  expect(JSON.stringify(late.messages)).not.toContain("unkind");
  const report = { about: "line", id: line.id, reason: "harassment", message: "", client_id: randomUUID() };
  expect((await app.call("POST", "/api/reports", { as: reader, body: report })).status).toBe(404);
  for (const one of [page, late]) one.close();
});

test("two moderators who remove one message at once remove it once", async () => {
  const second = await app.fan();
  await appoint(second);
  const { id } = (await say()).body;
  const answers = await Promise.all([remove(id), remove(id, second), remove(id, model)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await overview()).log).toHaveLength(1);
});

test("moderators remove only what fans wrote: no tip, nothing of the model or of another room, nothing that is not there", async () => {
  const tip = { amount: 10, message: "a note" };
  await app.call("POST", `/api/fan/pay-tips-to-model/${model.id}`, { as: fan, body: tip, key: randomUUID() });
  await app.call("POST", `/api/stream/${model.login}/message`, {
    as: model,
    body: { body: "welcome", client_message_id: randomUUID() },
  });
  const other = await app.model();
  await app.modules.rooms.publisherTurned(other.login, "started");
  const elsewhere = await app.call("POST", `/api/stream/${other.login}/message`, {
    as: fan,
    body: { body: "over there", client_message_id: randomUUID() },
  });
  const ids = [...(await history(fan)).map(({ id }) => id), elsewhere.body.id, 999_999_999];
  expect(ids).toHaveLength(4);
  for (const id of ids) expect(outcome(await remove(id))).toEqual([404, "unknown_message"]);
  expect(outcome(await remove(elsewhere.body.id, helper, other.login))).toEqual([403, "not_moderator"]);
});

test("R-ROLE-14: one who is no moderator of this room removes nothing and mutes nobody", async () => {
  const { id } = (await say()).body;
  const [plain, dismissed, elsewhere, banned] = [
    await app.fan(),
    await app.fan(),
    await app.fan(),
    await app.fan(),
  ];
  await appoint(dismissed);
  await appoint(dismissed, false);
  const other = await app.model();
  await appoint(elsewhere, true, other);
  await appoint(banned);
  await app.call("POST", "/api/studio/ban", { as: model, body: { fan_id: banned.id } });
  const refused = [
    [plain, "not_moderator"],
    [dismissed, "not_moderator"],
    [elsewhere, "not_moderator"],
    [banned, "banned"],
    [other, "not_your_room"],
  ] as const;
  for (const [as, code] of refused) {
    expect(outcome(await remove(id, as))).toEqual([403, code]);
    expect(outcome(await mute(5, fan, as))).toEqual([403, code]);
  }
  expect((await remove(id, await app.staff())).status).toBe(403);
  expect(outcome(await appoint(plain, true, helper))).toEqual([403, "forbidden"]);
  expect(await history(plain)).toMatchObject([{ id }]);
  await app.call("POST", "/api/studio/lift-ban", { as: model, body: { fan_id: banned.id } });
  expect(outcome(await remove(id, banned)), "a lifted ban does not bring moderating back").toEqual([
    403,
    "not_moderator",
  ]);
  expect((await overview()).data).toMatchObject([{ id: helper.id }]);
});

test.each([
  [5, 4, 6],
  [60, 59, 61],
])(
  "a fan who is muted for %i minutes reads on and writes again when they are over",
  async (minutes, still, over) => {
    expect((await mute(minutes)).status).toBe(200);
    expect(outcome(await say())).toEqual([403, "muted"]);
    expect((await enter(fan)).id).toBe(model.id);
    const tip = { as: fan, body: { amount: 10 }, key: randomUUID() };
    expect((await app.call("POST", `/api/fan/pay-tips-to-model/${model.id}`, tip)).status).toBe(200);
    leaptMs += still * 60_000;
    expect(outcome(await say())).toEqual([403, "muted"]);
    leaptMs += (over - still) * 60_000;
    expect((await say()).status).toBe(201);
  },
);

test("a fan who is muted for the broadcast writes again in the next one, or once it is lifted", async () => {
  expect((await mute(null)).body).toEqual({ fan_id: fan.id, until: null });
  leaptMs += 20 * 60_000;
  expect(outcome(await say())).toEqual([403, "muted"]);
  const { rooms } = app.modules;
  await rooms.publisherTurned(model.login, "stopped");
  leaptMs += 35 * 60_000;
  await rooms.publisherTurned(model.login, "started");
  expect((await say()).status).toBe(201);
  await mute(null);
  expect(outcome(await say())).toEqual([403, "muted"]);
  await mute(0);
  await mute(0);
  expect((await say()).status).toBe(201);
  expect((await mute(7)).status).toBe(422);
});

test("a moderator mutes neither the model nor another moderator; the model mutes both kinds of fan", async () => {
  const second = await app.fan();
  await appoint(second);
  expect(outcome(await mute(5, second))).toEqual([409, "fan_moderates"]);
  expect(outcome(await mute(5, model))).toEqual([404, "unknown_fan"]);
  expect((await mute(5, second, model)).status).toBe(200);
  expect(outcome(await say(second))).toEqual([403, "muted"]);
});

test("the model reads what was done by whom, with the text of the message; nobody else does", async () => {
  const { id } = (await say()).body;
  await remove(id);
  const page = await listen(app, [`person:${model.id}`], model);
  await mute(60);
  await page.event("RoomMutesChanged", ({ slug }) => slug === model.login);
  const [muted, ...others] = (await overview()).muted as { id: number; name: string; until: string }[];
  expect([muted?.name, others]).toEqual([fan.login, []]);
  expect(Date.parse(muted?.until ?? "")).toBeGreaterThan(Date.now() + leaptMs + 59 * 60_000);
  await mute(0, fan, model);
  await until(() => page.events("RoomMutesChanged").length === 2, "the event of its end");
  page.close();
  expect((await overview()).muted).toEqual([]);
  expect((await overview()).log).toMatchObject([
    { action: "unmute", by: model.login, fan: fan.login },
    { action: "mute", by: helper.login, fan: fan.login, minutes: 60 },
    { action: "remove", by: helper.login, fan: fan.login, text: "something unkind" },
  ]);
  expect((await app.call("GET", "/api/studio/moderators", { as: helper })).status).toBe(403);
});

test("who closes their account moderates no more, and once it is erased nothing shows who did what to whom", async () => {
  const { id } = (await say()).body;
  await remove(id);
  await mute(null);
  const { rooms } = app.modules;
  const rowsOf = async (name: string, who: Person) => {
    const area = rooms.exportAreas({ id: who.id, role: "fan" }).find((one) => one.name === name);
    return area ? await area.rows() : null;
  };
  const room = model.login.toLowerCase();
  expect(await rowsOf("moderated-rooms", helper)).toMatchObject([{ room }]);
  expect(await rowsOf("moderation", helper)).toMatchObject([{ action: "mute" }, { action: "remove" }]);
  expect(await rowsOf("mutes", fan)).toMatchObject([{ room, muted_until: null }]);
  await app.withTransaction((tx) => rooms.close(tx, { id: helper.id, role: "fan" }));
  expect((await overview()).data).toEqual([]);
  for (const { id: personId } of [helper, fan])
    await app.withTransaction((tx) => rooms.erase(tx, { id: personId, role: "fan" }));
  expect((await overview()).log).toMatchObject([
    { action: "mute", by: null, fan: null },
    { action: "remove", by: null, fan: null, text: null },
  ]);
  expect(await rowsOf("mutes", fan)).toEqual([]);
});
