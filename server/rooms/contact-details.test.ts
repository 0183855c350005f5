import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { type Person, testApp } from "#testing/app/test-app.ts";

const app = testApp();
const number = "call me at 612 34 56 78";
const page = "see www.elsewhere.example.com";

async function liveRoom() {
  const [fan, model] = [await app.fan(100), await app.model()];
  await app.modules.rooms.publisherTurned(model.login, "started");
  return { fan, model };
}
const say = (as: Person, model: Person, body: string) =>
  app.call("POST", `/api/stream/${model.login.toLowerCase()}/message`, {
    as,
    body: { body, client_message_id: randomUUID() },
    language: "es",
  });

test("a room's chat takes no contact details, from fans or the model, and gives the reason in the reader's language", async () => {
  const { fan, model } = await liveRoom();
  for (const [as, body] of [
    [fan, number],
    [model, page],
  ] as const) {
    const refused = await say(as, model, body);
    expect([refused.status, refused.body.code]).toEqual([422, "contact_details"]);
    expect(refused.body.message).toMatch(/no se permiten enlaces/);
  }
  expect((await say(fan, model, "100 tokens at 20:30")).status).toBe(201);
});

test("a tip whose note has contact details moves nothing, and its id is free for the next try", async () => {
  const { fan, model } = await liveRoom();
  const key = randomUUID();
  const tip = (message: string) =>
    app.call("POST", `/api/fan/pay-tips-to-model/${model.id}`, {
      as: fan,
      key,
      body: { amount: 30, message },
    });
  const refused = await tip(number);
  expect([refused.status, Object.keys(refused.body.errors as object)]).toEqual([422, ["message"]]);
  expect((await app.call("GET", "/api/fan/profile", { as: fan })).body.balance).toBe(100);
  const paid = await tip("for the song");
  expect([paid.status, paid.body.balance]).toEqual([200, 70]);
});

test("neither topic, goal, words of a break nor description of a model takes contact details in either language", async () => {
  const model = await app.model();
  const errors = async (path: string, body: object) => {
    const answer = await app.call("POST", path, { as: model, body });
    return [answer.status, Object.keys((answer.body.errors as object | undefined) ?? {})];
  };
  const texts = { en: "A calm evening", es: page };
  expect(await errors("/api/studio/room", { topic: texts })).toEqual([422, ["topic"]]);
  await app.modules.rooms.publisherTurned(model.login, "started");
  expect(await errors("/api/studio/pause", { paused: true, note: page })).toEqual([422, ["note"]]);
  const goal = { title: { en: number, es: "Un bolero" }, target: 100 };
  expect(await errors("/api/studio/room", { goal })).toEqual([422, ["goal"]]);
  expect(await errors("/api/studio/listing", { bio: texts })).toEqual([422, ["bio"]]);
  expect(await errors("/api/studio/room", { topic: { en: "Songs", es: "Canciones" } })).toEqual([200, []]);
});
