import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { listen } from "#testing/app/realtime-client.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { createItem } from "#testing/content/items.ts";
import { chatClient } from "#testing/messaging/chat-client.ts";
import { massClient } from "#testing/messaging/mass-client.ts";
import { subscribe } from "#testing/subscriptions/subscribe.ts";
import { until } from "#testing/until.ts";

const app = testApp();
const client = chatClient(app);
const { like, reaches, send } = massClient(app);

const block = (fan: Person, modelId: number, blocked = true) =>
  app.call("POST", "/api/fan/block-model", { as: fan, body: { model_id: modelId, blocked } });
const logins = async (path: string, as?: Person) => {
  const { body } = await app.call("GET", path, as ? { as } : {});
  return (body.data as { login: string }[]).map(({ login }) => login);
};

test("a model whom a fan has blocked is in none of the fan's lists, and in everybody else's", async () => {
  const [fan, other, model] = [await app.fan(), await app.fan(), await app.model()];
  await like(fan, model);
  await app.modules.rooms.publisherTurned(model.login, "started");
  const lists = ["video-chat-rooms", "trending-rooms"].map((name) => `/api/${name}?search=${model.login}`);
  expect((await block(fan, model.id)).body.data).toMatchObject([{ id: model.id, login: model.login }]);
  expect((await block(fan, 999_999)).status).toBe(404);
  for (const list of lists) {
    expect(await logins(list, fan), list).toEqual([]);
    expect(await logins(list, other), list).toEqual([model.login]);
    expect(await logins(list), list).toEqual([model.login]);
  }
  expect(await logins("/api/fan/favorite-models", fan)).toEqual([]);
  expect((await block(fan, model.id, false)).body.data).toEqual([]);
  expect(await logins(lists[0] ?? "", fan)).toEqual([model.login]);
});

test("videos and posts of a model whom a fan has blocked are in no list, search, suggestion or counter of theirs; the page shows that", async () => {
  const [fan, other, model] = [await app.fan(), await app.fan(), await app.model()];
  await subscribe(app.db, fan, model, new Date(Date.now() + 60_000));
  const video = await createItem(app, model, { title: "Marmalade film" });
  await createItem(app, model, { kind: "post", title: "Marmalade post" });
  await block(fan, model.id);
  const read = async (path: string, as?: Person) => (await app.call("GET", path, as ? { as } : {})).body;
  const titles = async (path: string, as?: Person) =>
    ((await read(path, as)).data as { title: string }[]).map(({ title }) => title);
  for (const search of ["marmalade", model.login])
    for (const [list, title] of [
      ["videos-all", "Marmalade film"],
      ["posts-all", "Marmalade post"],
    ]) {
      expect(await titles(`/api/${list}?search=${search}`, fan), list).toEqual([]);
      for (const as of [other, undefined])
        expect(await titles(`/api/${list}?search=${search}`, as), list).toEqual([title]);
    }
  const suggested = async (as?: Person) => (await read("/api/search-suggestions?search=marma", as)).videos;
  expect([await suggested(fan), await suggested(other)]).toEqual([
    [],
    [{ id: video, title: "Marmalade film" }],
  ]);
  // No name of a test ends so: a name that is found has no neighbours.
  const near = `/api/video-chat-rooms?search=${model.login.slice(0, -1)}y`;
  const neighbours = async (as: Person) =>
    ((await read(near, as)).neighbours as { id: number }[]).some(({ id }) => id === model.id);
  expect([await neighbours(fan), await neighbours(other)]).toEqual([false, true]);
  expect(await read("/api/fan/profile", fan)).toMatchObject({
    blocked_models: [model.id],
    not_seen_attachments: 0,
    not_seen_posts: 0,
    not_seen_comments: 0,
  });
  const page = async (as?: Person) => (await read(`/api/model-profile/${model.login}`, as)).blocked;
  expect([await page(fan), await page(other), await page()]).toEqual([true, false, false]);
  await like(fan, model);
  expect(await logins("/api/fan/favorite-models", fan)).toEqual([]);
  await block(fan, model.id, false);
  expect(await titles("/api/videos-all?search=marmalade", fan)).toEqual(["Marmalade film"]);
  expect(await page(fan)).toBe(false);
});

test("while a fan has blocked a model neither writes to the other, and messages to many pass the fan by", async () => {
  const [fan, other, model] = [await app.fan(), await app.fan(), await app.model()];
  const { id } = (await client.open(fan, model)).body;
  await client.say(fan, id, "hello");
  await block(fan, model.id);
  for (const refused of [await client.say(fan, id, "hello?"), await client.answer(model, id, "hello?")])
    expect([refused.status, refused.body]).toMatchObject([403, { code: "chat_blocked" }]);
  await like(other, model);
  const { body } = await send(model, { to: "everybody" });
  expect(await reaches(model, body.id, "sent")).toMatchObject({ recipients: 1, sent: 1 });
  expect((await client.messages(fan, id)).body.data).toHaveLength(1);
  await block(fan, model.id, false);
  expect((await client.answer(model, id, "welcome back")).status).toBe(201);
});

test("a room whose model the fan blocks is left at once and opens no more: no page, media, preview, events, words or tips, until the block is lifted", async () => {
  const [fan, other, model] = [await app.fan(100), await app.fan(), await app.model()];
  await app.modules.rooms.publisherTurned(model.login, "started");
  const room = `/api/stream/${model.login}`;
  const enter = (as: Person) => app.call("GET", room, { as });
  const topic = `room:${model.login}` as const;
  const [page, others] = [await listen(app, [topic], fan), await listen(app, [topic], other)];
  const { token } = (await enter(fan)).body.playback as { token: string };
  await block(fan, model.id);
  await until(() => page.messages.some(([kind]) => kind === "cut"), "the cut");
  expect(page.messages.at(-1)).toEqual(["cut", "blocked", topic]);
  const message = { body: "hello", client_message_id: randomUUID() };
  for (const refused of [
    await enter(fan),
    await app.call("POST", `${room}/playback`, { as: fan }),
    await app.call("POST", `${room}/preview`, { as: fan }),
    await app.call("POST", `${room}/message`, { as: fan, body: message }),
    await app.call("POST", `/api/fan/pay-tips-to-model/${model.id}`, {
      as: fan,
      body: { amount: 10 },
      key: randomUUID(),
    }),
    await app.call("POST", "/api/fan/show-requests", {
      as: fan,
      body: { model_id: model.id, mode: "private", rate: 60 },
      key: randomUUID(),
    }),
  ])
    expect([refused.status, refused.body.code]).toEqual([403, "model_blocked"]);
  expect((await app.call("GET", "/api/fan/profile", { as: fan })).body.balance).toBe(100);
  const again = await listen(app, [topic], fan);
  expect(again.messages).toContainEqual(["refused", topic, "forbidden"]);
  const watched = await fetch(`${app.origin}/whep/${model.login}`, {
    method: "POST",
    headers: { "content-type": "application/sdp", authorization: `Bearer ${token}` },
    body: "v=0\r\n",
  });
  expect(watched.status, "a token from before opens nothing").toBe(403);
  expect((await enter(other)).status).toBe(200);
  expect(others.messages.some(([kind]) => kind === "cut")).toBe(false);
  await block(fan, model.id, false);
  expect((await enter(fan)).status).toBe(200);
  for (const one of [page, others, again]) one.close();
});

test("the fan is not notified that a blocked model is live, even after lifting the block", async () => {
  const [fan, other, model] = [await app.fan(), await app.fan(), await app.model()];
  for (const as of [fan, other])
    await app.call("POST", "/api/fan/notify-model", { as, body: { model_id: model.id } });
  await block(fan, model.id);
  await app.relay.drain();
  await block(fan, model.id, false);
  await app.modules.rooms.publisherTurned(model.login, "started");
  const notified = async (as: Person) =>
    (await app.call("GET", "/api/fan/notifications", { as })).body.data as object[];
  await until(async () => (await notified(other)).length === 1, "the other fan to be notified");
  expect(await notified(fan)).toEqual([]);
  const { rows } = await sql`select from notifications.go_live_alert where fan_id = ${fan.id}`.execute(
    app.db,
  );
  expect(rows).toEqual([]);
});
