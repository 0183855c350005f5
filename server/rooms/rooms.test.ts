import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { listen } from "#testing/app/realtime-client.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { until } from "#testing/until.ts";

const app = testApp();
let luna: Person;

const goLive = (model: Person) => app.modules.rooms.publisherTurned(model.login, "started");
const tip = (fan: Person, body: object, key: string = randomUUID()) =>
  app.call("POST", `/api/fan/pay-tips-to-model/${luna.id}`, { as: fan, body, key });
const balanceOf = async (fan: Person) =>
  (await app.call("GET", "/api/fan/profile", { as: fan })).body.balance;
const say = (as: Person, body: string, id: string = randomUUID()) =>
  app.call("POST", `/api/stream/${luna.login}/message`, { as, body: { body, client_message_id: id } });

beforeAll(async () => {
  luna = await app.model();
  await goLive(luna);
  const gifts = [{ id: 1, name_en: "Rose", name_es: "Rosa", image: "/world/gifts/rose.svg", price: 5 }];
  await app.withTransaction((tx) => app.modules.rooms.tips.saveGifts(tx, gifts));
});

test("R-LIVE-38, R-API-62: a fan enters a live room and gets its state, rates, history and a playback token", async () => {
  const fan = await app.fan(70);
  const { status, body } = await app.call("GET", `/api/stream/${luna.login}`, { as: fan });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    id: luna.id,
    balance: 70,
    stream: { mode: "one_to_many", status: "began", type: "public" },
    playback: {
      protocol: "whep",
      url: `${app.origin}/whep/${luna.login}`,
      fallback: { url: `${app.origin.replace("http", "ws")}/frames/${luna.login}` },
    },
  });
  expect(body.chat).toHaveProperty("history");
});

test("R-API-62, R-ERR-15: a room whose model is not live answers 409, an unknown one 404", async () => {
  const [fan, model] = [await app.fan(), await app.model()];
  const dark = await app.call("GET", `/api/stream/${model.login}`, { as: fan, language: "es" });
  expect(dark.status).toBe(409);
  expect(dark.body).toMatchObject({ code: "stream_not_started" });
  expect((await app.call("GET", "/api/stream/nobodyhere", { as: fan })).status).toBe(404);
});

test("R-LIVE-25, R-OPEN-75: what one fan writes another sees, once, and a repeated send is the same message", async () => {
  const [ana, bo] = [await app.fan(), await app.fan()];
  const page = await listen(app, [`room:${luna.login}`], bo);
  const id = randomUUID();
  const first = await say(ana, "hello from Quito", id);
  const again = await say(ana, "hello from Quito", id);
  expect(first.status).toBe(201);
  expect(again.body.id).toBe(first.body.id);
  const line = await page.event("RoomMessage", (message) => message.client_message_id === id);
  expect(line).toMatchObject({
    body: "hello from Quito",
    language: "en",
    author: { id: ana.id, name: ana.login, role: "fan" },
  });
  page.close();
});

test("R-OPEN-75: an empty message, a long one and a flood are refused and change nothing", async () => {
  const fan = await app.fan();
  expect((await say(fan, "   ")).status).toBe(422);
  expect((await say(fan, "x".repeat(301))).body.errors).toEqual({ body: ["no more than 300 characters"] });
  const answers = await Promise.all(Array.from({ length: 25 }, (_, i) => say(fan, `line ${i}`)));
  expect(answers.filter((answer) => answer.status === 429)).toHaveLength(5);
});

test("R-OPEN-75: who enters reads the last 50 messages, the oldest first", async () => {
  const [fan, model] = [await app.fan(), await app.model()];
  await goLive(model);
  const by = { name: model.login, role: "model", language: "en" } as const;
  const bodies = Array.from({ length: 52 }, (_, nth) => `line ${nth + 1}`);
  await app.modules.rooms.chat.narrate(
    model.login,
    bodies.map((body) => ({ ...by, body })),
  );
  const entered = await app.call("GET", `/api/stream/${model.login}`, { as: fan });
  const { history } = entered.body.chat as { history: { body: string }[] };
  expect(history.map(({ body }) => body)).toEqual(bodies.slice(2));
});

test("R-LIVE-04: guests receive no events of a room, and another person's events stay theirs", async () => {
  const [ana, bo] = [await app.fan(), await app.fan()];
  const guest = await listen(app, ["public", `room:${luna.login}`, `person:${ana.id}`]);
  const nosy = await listen(app, [`person:${ana.id}`], bo);
  const refused = guest.messages.filter(([kind]) => kind === "refused").map(([, topic]) => topic);
  expect(new Set(refused)).toEqual(new Set([`room:${luna.login}`, `person:${ana.id}`]));
  expect(nosy.messages.some(([kind]) => kind === "refused")).toBe(true);
  guest.close();
  nosy.close();
});

test("R-PROFILE-09, R-API-59: a tip moves tokens, reaches the room and every page of the fan; the statement has the model's artistic name", async () => {
  const fan = await app.fan(100);
  await sql`update catalog.model set artistic_name = 'Luna Márquez' where id = ${luna.id}`.execute(app.db);
  const page = await listen(app, [`room:${luna.login}`, `person:${fan.id}`], fan);
  const answer = await tip(fan, { amount: 25, message: "Sabor a mí, please" });
  expect(answer).toMatchObject({ status: 200, body: { success: true, balance: 75 } });
  const line = await page.event(
    "RoomMessage",
    (message) => message.kind === "tip" && message.author.id === fan.id,
  );
  expect(line).toMatchObject({ tokens: 25, body: "Sabor a mí, please" });
  expect(await page.event("BalanceChanged")).toMatchObject({ balance: 75, reason: "tip" });
  expect(await balanceOf(fan)).toBe(75);
  const statement = await app.call("GET", "/api/wallet/statement", { as: fan });
  expect((statement.body.data as object[])[0]).toMatchObject({
    type: "tip",
    tokens: -25,
    balance_after: 75,
    counterpart: "Luna Márquez",
  });
  page.close();
});

test("R-PROFILE-09, R-OPEN-76: a model who is offline can be tipped from their page all the same, and finds it in their room", async () => {
  const [fan, away] = [await app.fan(100), await app.model()];
  const call = { as: fan, body: { amount: 10, message: "for tomorrow" }, key: randomUUID() };
  const answer = await app.call("POST", `/api/fan/pay-tips-to-model/${away.id}`, call);
  expect(answer).toMatchObject({ status: 200, body: { success: true, balance: 90 } });
  const studio = (await app.call("GET", "/api/studio", { as: away })).body;
  expect(studio).toMatchObject({ chat: { history: [{ kind: "tip", tokens: 10, body: "for tomorrow" }] } });
});

test("R-OPEN-76: a model who was taken out of sight gets no new tip; a repeated one is answered as before", async () => {
  const [fan, hidden] = [await app.fan(100), await app.model()];
  const path = `/api/fan/pay-tips-to-model/${hidden.id}`;
  const key = randomUUID();
  const first = await app.call("POST", path, { as: fan, body: { amount: 10 }, key });
  await app.withTransaction((tx) => app.modules.catalog.setVisibility(tx, hidden.id, { hidden: true }));
  const repeated = await app.call("POST", path, { as: fan, body: { amount: 10 }, key });
  expect([repeated.status, repeated.body]).toEqual([first.status, first.body]);
  for (const language of ["en", "es"]) {
    const again = {
      as: fan,
      body: { amount: 10 },
      key: randomUUID(),
      headers: { "accept-language": language },
    };
    const refused = await app.call("POST", path, again);
    expect(refused).toMatchObject({ status: 404, body: { code: "unknown_model" } });
    expect(refused.body.message).toMatch(language === "es" ? /modelo/ : /model/);
  }
  expect(await balanceOf(fan)).toBe(90);
});

test("R-OPEN-76: a tip above the balance is refused with what is needed, and nothing moves", async () => {
  const fan = await app.fan(10);
  const answer = await tip(fan, { amount: 11 });
  expect(answer).toMatchObject({ status: 402, body: { code: "too_few_tokens", needed: 11, balance: 10 } });
  for (const amount of [0, -5, 1.5, "many"])
    expect((await tip(fan, { amount })).status, String(amount)).toBe(422);
  expect(await balanceOf(fan)).toBe(10);
});

test.each([
  ["a tip", { amount: 10 }, { amount: 11 }],
  ["a gift", { gift_id: 1, quantity: 2 }, { gift_id: 1 }],
])(
  "R-OPEN-38: %s that was refused leaves its key free: topped up, the same call pays once",
  async (_, body, other) => {
    const fan = await app.fan(4);
    const key = randomUUID();
    for (let n = 0; n < 2; n++) expect((await tip(fan, body, key)).status).toBe(402);
    expect((await tip(fan, { gift_id: 99 }, key)).status).toBe(422);
    await app.topUp(fan, 10);
    const paid = await tip(fan, body, key);
    expect([paid.status, paid.body.balance]).toEqual([200, 4]);
    expect((await tip(fan, body, key)).body).toEqual(paid.body);
    await app.topUp(fan, 100);
    expect((await tip(fan, other, key)).status).toBe(409);
    expect(await balanceOf(fan)).toBe(104);
  },
);

test("R-OPEN-43: twenty copies of one tip are one tip with one answer", async () => {
  const fan = await app.fan(100);
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 20 }, () => tip(fan, { amount: 30 }, key)));
  expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
  expect(answers[0]?.status).toBe(200);
  expect(await balanceOf(fan)).toBe(70);
});

test("R-OPEN-43: thirty different tips over the balance pay exactly what it covers", async () => {
  const fan = await app.fan(100);
  const answers = await Promise.all(Array.from({ length: 30 }, () => tip(fan, { amount: 10 })));
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(10);
  expect(answers.filter((answer) => answer.status === 402)).toHaveLength(20);
  expect(await balanceOf(fan)).toBe(0);
});

test("the same key with another tip is refused", async () => {
  const fan = await app.fan(100);
  const key = randomUUID();
  await tip(fan, { amount: 10, message: "one" }, key);
  expect((await tip(fan, { amount: 11, message: "one" }, key)).status).toBe(409);
  expect((await tip(fan, { amount: 10, message: "two" }, key)).status).toBe(409);
  expect(await balanceOf(fan)).toBe(90);
});

test("R-OPEN-77, R-API-31: a gift is a tip of its price, times how many, with its picture", async () => {
  const fan = await app.fan(100);
  expect((await app.call("GET", "/api/fan/gifts", { as: fan })).body.data).toHaveLength(1);
  const page = await listen(app, [`room:${luna.login}`], fan);
  const answer = await tip(fan, { gift_id: 1, quantity: 5 });
  expect(answer.body).toMatchObject({ balance: 75, tip: { tokens: 25, gift_id: 1 } });
  expect(await page.event("RoomMessage", (message) => message.kind === "gift")).toMatchObject({
    gift_id: 1,
    gift_image: "/world/gifts/rose.svg",
  });
  expect((await tip(fan, { gift_id: 99 })).status).toBe(422);
  page.close();
});

test("an anonymous tip names nobody, in the room and in its history", async () => {
  const fan = await app.fan(100);
  const page = await listen(app, [`room:${luna.login}`], fan);
  await tip(fan, { amount: 13, anonymous: true });
  const line = await page.event("RoomMessage", (message) => message.tokens === 13);
  expect(line.author).toEqual({ id: null, name: "", role: "fan" });
  const entered = await app.call("GET", `/api/stream/${luna.login}`, { as: fan });
  expect(
    JSON.stringify(
      (entered.body.chat as { history: { tokens?: number }[] }).history.filter((l) => l.tokens === 13),
    ),
  ).not.toContain(fan.login);
  page.close();
});

test("R-LIVE-05, R-LIVE-06, R-LIVE-09: everybody is notified when a stream begins, pauses and stops", async () => {
  const model = await app.model();
  const page = await listen(app, ["public"]);
  const mine = { model_id: model.id, slug: model.login };
  await goLive(model);
  expect(await page.event("StreamBegan", (event) => event.model_id === model.id)).toMatchObject({
    ...mine,
    status: "began",
  });
  await app.modules.rooms.publisherTurned(model.login, "silent");
  await page.event(
    "ChatRoomStatusChanged",
    (event) => event.model_id === model.id && event.status === "paused",
  );
  await app.modules.rooms.publisherTurned(model.login, "stopped");
  expect(await page.event("StreamStopped", (event) => event.model_id === model.id)).toMatchObject({
    mode: "one_to_many",
    promo: "",
    status: "stopped",
    type: "public",
    watchers: 0,
  });
  page.close();
});

test("R-LIVE-07, R-LIVE-08: watchers are the fans in the room, each counted once", async () => {
  await goLive(luna);
  const [ana, bo] = [await app.fan(), await app.fan()];
  const outside = await listen(app, ["public"]);
  const room = `room:${luna.login}` as const;
  const pages = [
    await listen(app, [room], ana),
    await listen(app, [room], ana),
    await listen(app, [room], bo),
  ];
  await outside.event("FanJoinedRoomEvent", (event) => event.slug === luna.login && event.watchers === 2);
  for (const page of pages) page.close();
  await outside.event("FanLeftRoomEvent", (event) => event.slug === luna.login && event.watchers === 0);
  outside.close();
});

test("R-AUTH-32: signing out cuts the person's socket at once", async () => {
  const fan = await app.fan();
  const page = await listen(app, [`room:${luna.login}`], fan);
  await app.call("POST", "/api/web_logout", { as: fan });
  await until(() => page.messages.some(([kind]) => kind === "cut"), "the cut");
  await say(await app.fan(), "after the cut");
  expect(page.messages.at(-1)).toEqual(["cut", "logged_out"]);
});

test("the studio shows the room and its tips; topic, goal and key can be changed by the model alone", async () => {
  const fan = await app.fan(100);
  const goal = { title: { en: "a bolero", es: "un bolero" }, target: 500 };
  const topic = { en: "Acoustic requests", es: "Canciones a pedido" };
  const changed = await app.call("POST", "/api/studio/room", { as: luna, body: { topic, goal } });
  expect(changed.body).toMatchObject({ topic, goal: { ...goal, reached: 0 } });
  const page = await listen(app, [`room:${luna.login}`], fan);
  await tip(fan, { amount: 40 });
  expect(await page.event("RoomGoal", (event) => event.reached > 0)).toMatchObject({
    reached: 40,
    target: 500,
  });
  const before = (await app.call("GET", "/api/studio", { as: luna })).body as { publish: { key: string } };
  const after = await app.call("POST", "/api/studio/stream-key", { as: luna, body: {} });
  expect(after.body.publish).not.toEqual(before.publish);
  expect((await app.call("GET", "/api/studio", { as: fan })).status).toBe(403);
  page.close();
});

test("in slow mode a fan waits between two messages, in all tabs together; the model, another fan and a repeated message do not", async () => {
  const [fan, other, model] = [await app.fan(), await app.fan(), await app.model()];
  await app.modules.rooms.publisherTurned(model.login, "started");
  const change = (body: object) => app.call("POST", "/api/studio/room", { as: model, body });
  const say = (as: Person, id = randomUUID()) =>
    app.call("POST", `/api/stream/${model.login}/message`, {
      as,
      body: { body: "hello", client_message_id: id },
    });
  const page = await listen(app, [`room:${model.login}`], fan);
  expect((await change({ slow_seconds: 7 })).status).toBe(422);
  expect((await change({ slow_seconds: 60 })).body.slow_seconds).toBe(60);
  await page.event("RoomSlowMode", (event) => event.slow_seconds === 60);
  const ids = Array.from({ length: 5 }, () => randomUUID());
  const answers = await Promise.all(ids.map((id) => say(fan, id)));
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 429, 429, 429, 429]);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.body).toMatchObject({ code: "too_many", retry_after: expect.any(Number) });
  expect(Number(refused?.headers["retry-after"])).toBeGreaterThan(50);
  const posted = ids[answers.findIndex(({ status }) => status === 201)];
  expect((await say(fan, posted)).status).toBe(201);
  for (const person of [other, model, model]) expect((await say(person)).status).toBe(201);
  await change({ slow_seconds: 0 });
  expect((await say(fan)).status).toBe(201);
  const entered = await app.call("GET", `/api/stream/${model.login}`, { as: fan });
  expect((entered.body.chat as { history: unknown[]; slow_seconds: number }).slow_seconds).toBe(0);
  expect((entered.body.chat as { history: unknown[] }).history).toHaveLength(5);
  page.close();
});

test("R-LIVE-09: when models remove their goal their room's page receives it at once, and only then", async () => {
  const [fan, model] = [await app.fan(), await app.model()];
  const goal = { title: { en: "a waltz", es: "un vals" }, target: 50 };
  const change = (body: object) => app.call("POST", "/api/studio/room", { as: model, body });
  const page = await listen(app, [`room:${model.login}`], fan);
  await change({ goal: null });
  await change({ goal });
  await page.event("RoomGoal", (event) => event.target === 50);
  expect(JSON.stringify(page.messages)).not.toContain("RoomGoalRemoved");
  expect((await change({ goal: null })).body.goal).toBeNull();
  await page.event("RoomGoalRemoved");
  page.close();
});

test("R-LIVE-09: a goal and a slow mode whose transaction is rolled back are not published", async () => {
  const [fan, model] = [await app.fan(), await app.model()];
  const page = await listen(app, [`room:${model.login}`], fan);
  const goal = (target: number) => ({ title: { en: "a waltz", es: "un vals" }, target });
  const change = (target: number, fail?: Error) =>
    app.withTransaction(async (tx) => {
      await app.modules.rooms.changeRoom(tx, model.id, { goal: goal(target), slow_seconds: 60 });
      if (fail) throw fail;
    });
  await expect(change(40, new Error("not kept"))).rejects.toThrow("not kept");
  await change(50);
  await page.event("RoomGoal", ({ target }) => target === 50);
  expect(page.events("RoomGoal").map(({ target }) => target)).toEqual([50]);
  expect(page.events("RoomSlowMode")).toHaveLength(1);
  page.close();
});

test("R-OPEN-75: in a room that has stopped a fan's message is refused in plain words; the model may still write, by their artistic name", async () => {
  const [fan, model] = [await app.fan(), await app.model()];
  const path = `/api/stream/${model.login}/message`;
  const line = () => ({ body: "still there?", client_message_id: randomUUID() });
  await goLive(model);
  expect((await app.call("POST", path, { as: fan, body: line() })).status).toBe(201);
  await app.modules.rooms.publisherTurned(model.login, "silent");
  expect((await app.call("POST", path, { as: fan, body: line() })).status, "paused").toBe(201);
  await app.modules.rooms.publisherTurned(model.login, "stopped");
  const refused = await app.call("POST", path, { as: fan, body: line(), language: "es" });
  expect(refused).toMatchObject({ status: 409, body: { code: "stream_stopped" } });
  expect(refused.body.message).toMatch(/transmisión terminó/);
  await sql`update catalog.model set artistic_name = 'Luz Mora' where id = ${model.id}`.execute(app.db);
  const written = await app.call("POST", path, { as: model, body: line() });
  expect(written).toMatchObject({ status: 201, body: { author: { name: "Luz Mora", role: "model" } } });
});

test("R-LIVE-07: the model sees which fans are in their room, who tipped most first; anonymous tips name nobody", async () => {
  const model = await app.model();
  await goLive(model);
  const [ana, bo, cy] = [await app.fan(100), await app.fan(100), await app.fan(100)];
  const give = (fan: Person, body: object) =>
    app.call("POST", `/api/fan/pay-tips-to-model/${model.id}`, { as: fan, body, key: randomUUID() });
  const room = `room:${model.login}` as const;
  const pages = [await listen(app, [room], ana), await listen(app, [room], bo)];
  await give(bo, { amount: 20 });
  await give(bo, { amount: 5 });
  await give(ana, { amount: 60, anonymous: true });
  await give(cy, { amount: 30 });
  const fans = async () => (await app.call("GET", "/api/studio/fans", { as: model })).body.data;
  await until(async () => ((await fans()) as object[]).length === 2, "both fans to be there");
  expect(await fans(), "who tipped and is not there is not listed").toEqual([
    { id: bo.id, name: bo.login, tokens: 25 },
    { id: ana.id, name: ana.login, tokens: 0 },
  ]);
  expect((await app.call("GET", "/api/studio/fans", { as: ana })).status).toBe(403);
  for (const page of pages) page.close();
  await until(async () => ((await fans()) as object[]).length === 0, "the room to be empty");
});

test("WHIP takes the stream key only, WHEP a playback token of that room only", async () => {
  const [fan, other] = [await app.fan(), await app.model()];
  await goLive(other);
  const post = (path: string, bearer?: string) =>
    fetch(app.origin + path, {
      method: "POST",
      headers: {
        "content-type": "application/sdp",
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
      },
      body: "v=0\r\n",
    });
  const entered = await app.call("GET", `/api/stream/${other.login}`, { as: fan });
  const { token } = entered.body.playback as { token: string };
  expect((await post(`/whip/${luna.login}`)).status).toBe(401);
  expect((await post(`/whip/${luna.login}`, "fl_wrong")).status).toBe(401);
  expect((await post(`/whep/${luna.login}`, token)).status).toBe(403);
  expect((await post(`/whep/${luna.login}`, fan.token)).status).toBe(401);
  expect([400, 409]).toContain((await post(`/whep/${other.login}`, token)).status);
});
