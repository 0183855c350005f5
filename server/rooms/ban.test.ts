import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { listen } from "#testing/app/realtime-client.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { chatClient } from "#testing/messaging/chat-client.ts";
import { until } from "#testing/until.ts";

const app = testApp();
const client = chatClient(app);
let model: Person;
let fan: Person;
beforeEach(async () => {
  [model, fan] = [await app.model(), await app.fan(100)];
  await app.modules.rooms.publisherTurned(model.login, "started");
});

const ban = (who: Person = fan, as: Person = model) =>
  app.call("POST", "/api/studio/ban", { as, body: { fan_id: who.id } });
const lift = () => app.call("POST", "/api/studio/lift-ban", { as: model, body: { fan_id: fan.id } });
const enter = (as: Person = fan) => app.call("GET", `/api/stream/${model.login}`, { as });
const say = (as: Person = fan) =>
  app.call("POST", `/api/stream/${model.login}/message`, {
    as,
    body: { body: "hello", client_message_id: randomUUID() },
  });
const tip = (key: string = randomUUID()) =>
  app.call("POST", `/api/fan/pay-tips-to-model/${model.id}`, { as: fan, body: { amount: 10 }, key });
const outcome = ({ status, body }: Awaited<ReturnType<typeof enter>>) => [status, body.code];

test("R-OPEN-73, R-LIVE-36, R-ROLE-11: whom a model bans is out of their room at once and is refused at every door of it", async () => {
  const [page, other] = [
    await listen(app, [`room:${model.login}`], fan),
    await listen(app, [`room:${model.login}`], await app.fan()),
  ];
  const paid = randomUUID();
  expect((await tip(paid)).status).toBe(200);
  const { token } = (await enter()).body.playback as { token: string };
  const banned = await ban();
  expect(banned.body.data).toMatchObject([{ id: fan.id, name: fan.login }]);
  await until(() => page.messages.some(([kind]) => kind === "cut"), "the cut");
  expect(page.messages.at(-1)).toEqual(["cut", "banned", `room:${model.login}`]);
  expect(outcome(await enter())).toEqual([403, "banned"]);
  expect(outcome(await say())).toEqual([403, "banned"]);
  expect(outcome(await tip())).toEqual([403, "banned"]);
  expect((await tip(paid)).status, "what was paid before keeps its answer").toBe(200);
  const again = await listen(app, [`room:${model.login}`], fan);
  expect(again.messages).toContainEqual(["refused", `room:${model.login}`, "forbidden"]);
  const watched = await fetch(`${app.origin}/whep/${model.login}`, {
    method: "POST",
    headers: { "content-type": "application/sdp", authorization: `Bearer ${token}` },
    body: "v=0\r\n",
  });
  expect(watched.status, "a token from before opens nothing").toBe(403);
  expect((await app.call("GET", "/api/fan/profile", { as: fan })).body.balance).toBe(90);
  const third = await app.fan();
  expect((await enter(third)).status).toBe(200);
  expect((await say(third)).status).toBe(201);
  expect(other.messages.some(([kind]) => kind === "cut")).toBe(false);
  for (const one of [page, other, again]) one.close();
});

test("R-OPEN-73: a ban closes the chats to the fan, not to the model, and ends when the model lifts it", async () => {
  const { id } = (await client.open(fan, model)).body;
  const write = () => client.say(fan, id, "are you there?");
  const [fanPage, modelPage] = [await listen(app, [], fan), await listen(app, [`person:${model.id}`], model)];
  fanPage.send(["typing", id]);
  await modelPage.event("Chat.TypingEvent");
  expect((await write()).status).toBe(201);
  await ban();
  const refused = await write();
  expect([refused.status, refused.body]).toMatchObject([403, { code: "banned" }]);
  fanPage.send(["typing", id]);
  fanPage.send(["ping"]);
  await until(() => fanPage.messages.some(([kind]) => kind === "pong"), "the server to have received it");
  expect((await client.answer(model, id, "no more")).status).toBe(201);
  await modelPage.event("Chat.MessageDeliveredEvent", ({ message }) => message.body === "no more");
  expect(modelPage.events("Chat.TypingEvent")).toHaveLength(1);
  for (const page of [fanPage, modelPage]) page.close();
  expect((await lift()).body.data).toEqual([]);
  expect((await lift()).status).toBe(200);
  expect((await write()).status).toBe(201);
  expect((await enter()).status).toBe(200);
});

test("R-OPEN-73, R-OPEN-74: with the chat comes why nothing can be written in it, in the caller's language, and goes with the reason", async () => {
  const { id } = (await client.open(fan, model)).body;
  await client.say(fan, id, "hello");
  const closedTo = async (as: Person, language: "en" | "es" = "en") => {
    const path = as === fan ? `/api/chat/${id}/message` : `/api/studio/chats/${id}/messages`;
    return (await app.call("GET", path, { as, language })).body.closed;
  };
  const block = (blocked: boolean) =>
    app.call("POST", "/api/fan/block-model", { as: fan, body: { model_id: model.id, blocked } });
  expect([await closedTo(fan), await closedTo(model)]).toEqual([null, null]);
  await ban();
  const banned = { code: "banned", message: "Esta modelo te vetó de su sala y sus chats." };
  expect([await closedTo(fan, "es"), await closedTo(model)]).toEqual([banned, null]);
  await lift();
  await block(true);
  const blocked = { code: "chat_blocked", message: "This chat is closed: no one can write in it now." };
  expect([await closedTo(fan), await closedTo(model)]).toEqual([blocked, blocked]);
  await block(false);
  const forSubscribers = { as: model, body: { subscribers_only: true } };
  expect((await app.call("POST", "/api/studio/chat-rules", forSubscribers)).status).toBe(200);
  expect(await closedTo(fan), "the fan may subscribe, and tip with a note").toBeNull();
  await sql`update catalog.model set suspended = true where id = ${model.id}`.execute(app.db);
  expect(await closedTo(fan)).toMatchObject({ code: "other_gone" });
});

test("R-OPEN-73: the model's page shows the ban to the banned fan alone", async () => {
  await ban();
  const isBanned = async (as?: Person) =>
    (await app.call("GET", `/api/model-profile/${model.login}`, as && { as })).body.banned;
  expect([
    await isBanned(fan),
    await isBanned(await app.fan()),
    await isBanned(model),
    await isBanned(),
  ]).toEqual([...[true, false, false, false]]);
  await lift();
  expect(await isBanned(fan)).toBe(false);
});

test("R-OPEN-73: a model who has banned a fan is in no list of theirs, counted nowhere and never live on the page, and as before for everybody else", async () => {
  const other = await app.fan();
  const read = async (path: string, as?: Person) =>
    (await app.call("GET", path, as ? { as } : {})).body as Record<string, unknown>;
  const listed = async (path: string, as?: Person) => {
    const { data, live_count } = await read(path, as);
    return [(data as { login: string }[]).map(({ login }) => login), live_count];
  };
  for (const as of [fan, other]) {
    await app.call("POST", "/api/fan/liked-model", { as, body: { model_id: model.id } });
    await app.modules.catalog.watched.note(as.id, model.id);
  }
  const open = ["video-chat-rooms", "trending-rooms"].map((name) => `/api/${name}?search=${model.login}`);
  const own = ["/api/fan/favorite-models", "/api/fan/watched-models"];
  const before = await Promise.all([...open, ...own].map((path) => listed(path, fan)));
  expect(before.map(([logins]) => logins)).toEqual([...open, ...own].map(() => [model.login]));
  await ban();
  for (const path of [...open, ...own]) {
    expect((await listed(path, fan))[0], path).toEqual([]);
    expect(await listed(path, other), path).toEqual(before[[...open, ...own].indexOf(path)]);
  }
  for (const path of open) expect((await listed(path))[0], path).toEqual([model.login]);
  const near = `/api/video-chat-rooms?search=${model.login.slice(0, -1)}y`;
  const isNear = async (as: Person) =>
    ((await read(near, as)).neighbours as { id: number }[]).some(({ id }) => id === model.id);
  expect([await isNear(fan), await isNear(other)]).toEqual([false, true]);
  const isLive = async (as?: Person) => (await read(`/api/model-profile/${model.login}`, as)).isStream;
  expect([await isLive(fan), await isLive(other), await isLive()]).toEqual([false, true, true]);
  expect([await read("/api/fan/profile", fan), await read("/api/fan/profile", other)]).toMatchObject([
    { banned_by: [model.id] },
    { banned_by: [] },
  ]);
  await lift();
  expect((await listed(open[0] ?? "", fan))[0]).toEqual([model.login]);
});

test("R-OPEN-73: twice is once; nobody who is no fan can be banned, and each model bans for herself", async () => {
  const others = await app.model();
  await Promise.all([ban(), ban()]);
  expect((await app.call("GET", "/api/studio/bans", { as: model })).body.data).toHaveLength(1);
  expect(outcome(await ban(others))).toEqual([404, "unknown_fan"]);
  expect((await app.call("GET", "/api/studio/bans", { as: others })).body.data).toEqual([]);
  expect((await ban(others, fan)).status).toBe(403);
});
