import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { expect, test } from "vitest";
import type { ChatMessage } from "#contract/chat-message.ts";
import { listen } from "#testing/app/realtime-client.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { chatClient } from "#testing/messaging/chat-client.ts";
import { massClient } from "#testing/messaging/mass-client.ts";

const app = testApp();
const client = chatClient(app);
const { like, reaches, send } = massClient(app);
const filter = (as: Person, ...words: string[]) =>
  app.call("POST", "/api/chat/word-filter", { as, body: { words } });

async function sendForSale(as: Person, chatId: number, description: string) {
  const picture = await sharp({ create: { width: 90, height: 60, channels: 3, background: "#a33" } })
    .png()
    .toBuffer();
  const form = new FormData();
  const fields = { from: "model_chat", type: "paid_media", temp_id: randomUUID(), price: "5", description };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("file", new Blob([new Uint8Array(picture)]), "red.png");
  return app.call("POST", `/chat/${chatId}/message`, { body: form, headers: { "access-token": as.token } });
}

test("a message with a word that its recipient filters is refused, with a reason for its author in their language, and reaches nobody", async () => {
  const [fan, model] = [await app.fan(), await app.model()];
  const { id } = (await client.open(fan, model)).body;
  expect((await filter(model, "idiot", "idiot", "feo")).body).toEqual({ words: ["idiot", "feo"] });
  const page = await listen(app, [`person:${model.id}`], model);
  const tempId = randomUUID();
  const refused = await app.call("POST", `/api/chat/${id}/message`, {
    as: fan,
    body: client.form("qué f.e.o", tempId),
    headers: { "accept-language": "es" },
  });
  expect([refused.status, refused.body.code]).toEqual([422, "filtered_words"]);
  expect(refused.body.message).toContain("La otra persona no acepta");
  expect((await client.say(fan, id, "you 1D1OT")).status).toBe(422);
  // The id is free for the text that the author writes instead.
  expect((await client.say(fan, id, "qué bonito", tempId)).status).toBe(201);
  // The recipient's own words are not filtered, and only the recipient's list counts.
  expect((await client.answer(model, id, "who is an idiot?")).status).toBe(201);
  await page.event("Chat.NewMessageEvent");
  await app.relay.drain();
  expect(page.events("Chat.NewMessageEvent").map(({ body }) => body)).toEqual(["qué bonito"]);
  expect((await client.messagesOfModel(model, id)).body.data).toHaveLength(2);
  page.close();
});

test("a fan's words hold back what a model writes to them alone, what they sell and what they send to many", async () => {
  const [fan, other, model] = [await app.fan(), await app.fan(), await app.model()];
  const { id } = (await client.open(fan, model)).body;
  for (const person of [fan, other]) await like(person, model);
  await filter(fan, "spoiler");
  expect((await client.answer(model, id, "a spoiler")).status).toBe(422);
  expect((await sendForSale(model, id, "spoiler inside")).body.code).toBe("filtered_words");
  const sent = await send(model, { body: "a spoiler for all" });
  expect((await reaches(model, sent.body.id, "sent"))?.sent).toBe(1);
  expect((await client.messages(fan, id)).body.data).toEqual([]);
  expect((await client.chats(other)).body.data).toHaveLength(1);
  await filter(fan);
  expect((await client.answer(model, id, "a spoiler")).status).toBe(201);
});

test("nobody reads or changes the words of somebody else, and a list has its bounds", async () => {
  const [fan, other] = [await app.fan(), await app.fan()];
  await filter(fan, "mine");
  expect((await app.call("GET", "/api/chat/word-filter", { as: other })).body).toEqual({ words: [] });
  expect((await app.call("GET", "/api/chat/word-filter", { as: fan })).body).toEqual({ words: ["mine"] });
  const many = Array.from({ length: 51 }, (_, index) => `word${index}`);
  for (const words of [many, [""], ["x".repeat(41)]])
    expect((await filter(other, ...words)).status).toBe(422);
});

test("links and contact details are held back from chats and messages to many, and the author gets the reason", async () => {
  const [fan, model] = [await app.fan(), await app.model()];
  const { id } = (await client.open(fan, model)).body;
  const refused = await client.say(fan, id, "call me: 612 34 56 78");
  expect(refused).toMatchObject({ status: 422, body: { code: "contact_details" } });
  expect((await client.answer(model, id, "find me at t.me/luna")).status).toBe(422);
  expect((await sendForSale(model, id, "more at www.example.net")).body.code).toBe("contact_details");
  expect(await send(model, { body: "my insta: @luna" })).toMatchObject({
    status: 422,
    body: { errors: { body: [expect.stringContaining("Links, email addresses")] } },
  });
  expect((await client.say(fan, id, "at 20:30, for 1,000 tokens?")).status).toBe(201);
  const kept = (await client.messages(fan, id)).body.data.map(({ body }: ChatMessage) => body);
  expect(kept).toEqual(["at 20:30, for 1,000 tokens?"]);
});
