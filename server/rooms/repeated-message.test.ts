import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { listen } from "#testing/app/realtime-client.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { until } from "#testing/until.ts";

const app = testApp();
let model: Person;
let fan: Person;
beforeEach(async () => {
  [model, fan] = [await app.model(), await app.fan(1_000)];
  await app.modules.rooms.publisherTurned(model.login, "started");
});

const room = () => `room:${model.login}` as const;
const say = (as: Person, body: string, id: string = randomUUID(), to: Person = model) =>
  app.call("POST", `/api/stream/${to.login}/message`, { as, body: { body, client_message_id: id } });
const history = async (as: Person) =>
  JSON.stringify((await app.call("GET", `/api/stream/${model.login}`, { as })).body.chat);
async function beginShow(mode: "private" | "vip") {
  const rate = { private: 60, vip: 90 }[mode];
  await app.call("POST", "/api/studio/rates", { as: model, body: { [mode]: rate } });
  const asked = await app.call("POST", "/api/fan/show-requests", {
    as: fan,
    body: { model_id: model.id, mode, rate },
    key: randomUUID(),
  });
  const path = `/api/studio/show-requests/${String(asked.body.id)}`;
  expect((await app.call("POST", path, { as: model, body: { accept: true } })).status).toBe(200);
}
const endShow = () => app.call("POST", "/api/fan/leave-show", { as: fan, body: {} });

test.each(["private", "vip"] as const)(
  "R-OPEN-60, R-LIVE-10: a line of a %s show that is sent again after its end is answered as stored and reaches nobody new",
  async (mode) => {
    const [fans, models] = [randomUUID(), randomUUID()];
    await beginShow(mode);
    const first = [await say(fan, "my secret", fans), await say(model, "our secret", models)];
    expect(first.map(({ status }) => status)).toEqual([201, 201]);
    await endShow();
    const other = await app.fan();
    const page = await listen(app, [room()], other);
    // Sent again with other words too: what was stored is what counts.
    const again = [await say(fan, "my secret, aloud", fans), await say(model, "our secret", models)];
    expect(again).toMatchObject(first.map(({ status, body }) => ({ status, body })));
    await say(model, "hello everybody");
    await page.event("RoomMessage", ({ body }) => body === "hello everybody");
    const late = await listen(app, [room()], other);
    const received = JSON.stringify([page.messages, late.messages, await history(other)]);
    expect(received).toContain("hello everybody");
    expect(received).not.toContain("secret");
    for (const one of [page, late]) one.close();
  },
);

test("a message of one show is not published in the next one, nor a public one in a show, nor one of a room in another room", async () => {
  const [ofShow, ofPublic] = [randomUUID(), randomUUID()];
  await say(fan, "said to all", ofPublic);
  await beginShow("private");
  await say(model, "said to the first", ofShow);
  await endShow();
  const first = fan;
  fan = await app.fan(1_000);
  await beginShow("private");
  const page = await listen(app, [room()], fan);
  expect((await say(model, "said to the first", ofShow)).status).toBe(201);
  await say(fan, "said to the second");
  await page.event("RoomMessage", ({ body }) => body === "said to the second");
  expect(page.events("RoomMessage").map(({ body }) => body)).toEqual(["said to the second"]);

  const elsewhere = await app.model();
  await app.modules.rooms.publisherTurned(elsewhere.login, "started");
  const there = await listen(app, [`room:${elsewhere.login}`], first);
  expect((await say(first, "said to all", ofPublic, elsewhere)).body).toMatchObject({ body: "said to all" });
  await say(first, "said there", randomUUID(), elsewhere);
  await there.event("RoomMessage", ({ body }) => body === "said there");
  expect(there.events("RoomMessage").map(({ body }) => body)).toEqual(["said there"]);
  for (const one of [page, there]) one.close();
});

test("who may no longer write there is answered as before, with nothing posted again; a new message is refused", async () => {
  const id = randomUUID();
  const first = await say(fan, "before the show of another", id);
  const asker = fan;
  fan = await app.fan(1_000);
  await beginShow("private");
  const page = await listen(app, [room()], fan);
  const repeated = await say(asker, "before the show of another", id);
  expect([repeated.status, repeated.body]).toEqual([first.status, first.body]);
  expect((await say(asker, "a new one")).body.code).toBe("in_show");
  await say(fan, "just us");
  await page.event("RoomMessage", ({ body }) => body === "just us");
  expect(JSON.stringify(page.messages)).not.toContain("before the show of another");
  page.close();
});

test("within its show a message that is sent again reaches its people once more, for whom the first did not come", async () => {
  const id = randomUUID();
  await beginShow("private");
  const page = await listen(app, [room()], fan);
  await say(fan, "are you there?", id);
  await say(fan, "are you there?", id);
  await until(() => page.events("RoomMessage").length === 2, "both");
  expect(new Set(page.events("RoomMessage").map((line) => line.id)).size).toBe(1);
  page.close();
});
