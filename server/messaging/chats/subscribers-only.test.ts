import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { chatClient } from "#testing/messaging/chat-client.ts";
import { subscribe } from "#testing/subscriptions/subscribe.ts";

const app = testApp();
const client = chatClient(app);
const allow = (as: Person, subscribers_only: unknown) =>
  app.call("POST", "/api/studio/chat-rules", { as, body: { subscribers_only } });
const tomorrow = () => new Date(Date.now() + 24 * 3_600_000);

test("R-OPEN-50: where a model lets only subscribers write, others get that as the reason and nothing of theirs arrives", async () => {
  const [fan, subscriber, model] = [await app.fan(50), await app.fan(), await app.model()];
  const { id } = (await client.open(fan, model)).body;
  const theirs = (await client.open(subscriber, model)).body.id;
  await subscribe(app.db, subscriber, model, tomorrow());
  expect((await app.call("GET", "/api/studio/chat-rules", { as: model })).body).toEqual({
    subscribers_only: false,
  });
  expect((await client.say(fan, id, "before")).status).toBe(201);
  expect((await allow(model, true)).body).toEqual({ subscribers_only: true });
  const refused = await app.call("POST", `/api/chat/${id}/message`, {
    as: fan,
    body: client.form("after", randomUUID()),
    headers: { "accept-language": "es" },
  });
  expect([refused.status, refused.body.code]).toEqual([403, "subscribers_only"]);
  expect(refused.body.message).toContain("Solo sus suscriptores le pueden escribir");
  const file = new FormData();
  for (const [name, value] of Object.entries({ from: "fan_chat", type: "media", temp_id: randomUUID() }))
    file.set(name, value);
  file.set("file", new Blob(["picture"]), "a.png");
  const sent = await app.call("POST", `/chat/${id}/message`, {
    body: file,
    headers: { "access-token": fan.token },
  });
  expect([sent.status, sent.body.code]).toEqual([403, "subscribers_only"]);
  expect((await client.say(subscriber, theirs, "hello")).status).toBe(201);
  expect((await client.answer(model, id, "thank you for the tip")).status).toBe(201);
  const tip = { amount: 5, chat_id: id, message: "a note" };
  const paid = await app.call("POST", `/api/fan/pay-tips-to-model/${String(model.id)}`, {
    as: fan,
    body: tip,
    key: randomUUID(),
  });
  expect(paid.status).toBe(200);
  expect((await client.messages(fan, id)).body.data.map(({ body }) => body)).toEqual([
    "a note",
    "thank you for the tip",
    "before",
  ]);
  await allow(model, false);
  expect((await client.say(fan, id, "once more")).status).toBe(201);
});

test("what is no rule is refused, and another model's chats keep theirs", async () => {
  const [fan, strict, open] = [await app.fan(), await app.model(), await app.model()];
  expect((await allow(strict, "yes")).status).toBe(422);
  for (const _ of [1, 2]) expect((await allow(strict, true)).status).toBe(200);
  const { id } = (await client.open(fan, open)).body;
  expect((await client.say(fan, id, "hi")).status).toBe(201);
});
