import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { chatMessage } from "#contract/chat-message.ts";
import { listen } from "#testing/app/realtime-client.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { chatClient } from "#testing/messaging/chat-client.ts";

const app = testApp();
const client = chatClient(app);
let luna: Person;
const chatOf = async (fan: Person) => (await client.open(fan, luna)).body.id;

beforeAll(async () => {
  luna = await app.model();
});

test("R-CHAT-05, R-API-71, R-ENT-17: a text goes out as a form and comes back with every field", async () => {
  const fan = await app.fan();
  const id = await chatOf(fan);
  const tempId = randomUUID();
  const sent = await client.say(fan, id, "  hola, <img src=x onerror=alert(1)>  ", tempId);
  expect(sent.status).toBe(201);
  expect(chatMessage.strict().parse(sent.body)).toMatchObject({
    chat_id: id,
    author_id: fan.id,
    body: "hola, <img src=x onerror=alert(1)>",
    type: "text",
    media: null,
    was_read: false,
    purchase_status: null,
    temp_id: tempId,
  });
  const slash = await app.call("POST", `/api/chat/${id}/message/`, { as: fan, body: { body: "as JSON" } });
  expect(slash.status).toBe(201);
});

test("R-CHAT-24, R-CHAT-25, R-ENT-18, R-ENT-24: the other side receives a message, and nobody else", async () => {
  const [fan, stranger, model] = [await app.fan(), await app.fan(), await app.model()];
  const { id } = (await client.open(fan, model)).body;
  const modelPage = await listen(app, [`person:${model.id}`], model);
  const strangerPage = await listen(app, [`person:${stranger.id}`, `person:${model.id}`], stranger);
  const { body } = await client.say(fan, id, "a bolero, please");
  expect(await modelPage.event("Chat.NewMessageEvent", (event) => event.id === body.id)).toMatchObject({
    chat_id: id,
    recipient_id: model.id,
    author_id: fan.id,
    author_profile: { artistic_name: fan.login },
    type: "text",
    body: "a bolero, please",
    media: null,
    message: { id: body.id, temp_id: null },
    unread_amount: 1,
    unread_messages: 1,
  });
  await app.relay.drain();
  expect(strangerPage.messages.filter(([kind]) => kind === "event")).toEqual([]);
  modelPage.close();
  strangerPage.close();
});

test("R-OPEN-54: the author's pages get one receipt that names the waiting line", async () => {
  const fan = await app.fan();
  const id = await chatOf(fan);
  const otherTab = await listen(app, [`person:${fan.id}`], fan);
  const tempId = randomUUID();
  const { body } = await client.say(fan, id, "hello", tempId);
  expect(await otherTab.event("Chat.MessageDeliveredEvent")).toEqual({
    chat_id: id,
    temp_id: tempId,
    message: body,
  });
  otherTab.close();
});

test("R-CHAT-05: twenty copies of one message are one; the same id with another text is refused", async () => {
  const fan = await app.fan();
  const id = await chatOf(fan);
  const tempId = randomUUID();
  const copies = await Promise.all(Array.from({ length: 20 }, () => client.say(fan, id, "once", tempId)));
  expect(new Set(copies.map(({ body }) => body.id)).size).toBe(1);
  expect((await client.say(fan, id, "twice", tempId)).status).toBe(409);
  expect((await client.messages(fan, id)).body.data).toHaveLength(1);
  // The model's page may mint the same id: it is another author's.
  expect((await client.answer(luna, id, "mine", tempId)).status).toBe(201);
});

test("R-OPEN-51: text has 1 to 2,000 characters, is trimmed, and 20 messages go out in a minute", async () => {
  const fan = await app.fan();
  const id = await chatOf(fan);
  expect((await client.say(fan, id, "   ")).status).toBe(422);
  const long = await client.say(fan, id, ` ${"x".repeat(2001)} `);
  expect(long.body).toMatchObject({ errors: { body: ["no more than 2000 characters"] } });
  const exact = await client.say(fan, id, ` \n${"x".repeat(2000)}  `);
  expect(exact).toMatchObject({ status: 201, body: { body: "x".repeat(2000) } });
  const rest = await Promise.all(Array.from({ length: 22 }, (_, n) => client.say(fan, id, ` line ${n} `)));
  const sent = rest.filter(({ status }) => status === 201);
  expect(sent).toHaveLength(19);
  expect(sent.every(({ body }) => body.body === body.body?.trim())).toBe(true);
  const refused = await app.call("POST", `/api/chat/${id}/message`, {
    as: fan,
    language: "es",
    body: { body: "one more" },
  });
  expect(refused).toMatchObject({ status: 429, body: { message: "Más despacio, por favor." } });
  expect(refused.body.retry_after).toBeGreaterThan(0);
  expect(refused.headers["retry-after"]).toBe(String(refused.body.retry_after));
});

test("R-OPEN-50: text costs nothing", async () => {
  const fan = await app.fan(5);
  await client.say(fan, await chatOf(fan), "hello");
  expect((await app.call("GET", "/api/fan/profile", { as: fan })).body.balance).toBe(5);
});

test("R-OPEN-52: a fan sells nothing, and sends no files here", async () => {
  const fan = await app.fan();
  const path = `/api/chat/${await chatOf(fan)}/message`;
  const send = (type: string) => app.call("POST", path, { as: fan, body: { type, body: "buy this" } });
  expect((await send("paid_media")).status).toBe(403);
  expect((await send("media")).status).toBe(422);
  expect((await send("poem")).status).toBe(422);
});

test("R-OPEN-16, R-CHAT-04, R-API-69, R-API-70: messages come newest first, older ones by the link, whatever is written meanwhile", async () => {
  const [fan, model] = [await app.fan(), await app.model()];
  const { id } = (await client.open(fan, model)).body;
  const participant = { id: fan.id, role: "fan" } as const;
  const { messaging } = app.modules;
  await sendMany(id, 75);
  const first = await client.messages(fan, id);
  expect(first.body.data.map(({ body }) => body).slice(0, 2)).toEqual(["line 75", "line 74"]);
  expect(first.body).toMatchObject({ chat: { id }, meta: { current_page: 1, last_page: 3 } });
  await messaging.sendText(participant, { chatId: id, body: "meanwhile", tempId: null });
  const second = await app.call("GET", String(first.body.links.next), { as: fan });
  const bodies = (second.body.data as { body: string }[]).map(({ body }) => body);
  expect(bodies).toHaveLength(30);
  expect(bodies[0]).toBe("line 45");
  expect(second.body.meta).toEqual({ current_page: 2, last_page: 3 });
  const { next } = second.body.links as { next: string };
  const last = await app.call("GET", next, { as: fan });
  expect((last.body.data as { body: string }[]).at(-1)?.body).toBe("line 1");
  expect(last.body.links).toEqual({ next: null });
});

test("R-API-69, R-API-70, R-ENT-25: a page asked for by its number is counted from the newest, for both sides, and past the end it is empty", async () => {
  const [fan, model] = [await app.fan(), await app.model()];
  const { id } = (await client.open(fan, model)).body;
  await sendMany(id, 75);
  for (const [as, path] of [
    [fan, `/api/chat/${id}/message`],
    [model, `/api/studio/chats/${id}/messages`],
  ] as const) {
    const ask = async (page: number) => {
      const { body } = await app.call("GET", `${path}?page=${page}`, { as });
      const { data, links, meta } = body as Awaited<ReturnType<typeof client.messages>>["body"];
      return { bodies: data.map(({ body: text }) => text), links, meta };
    };
    const pages = [await ask(1), await ask(2), await ask(3)];
    expect(pages.flatMap(({ bodies }) => bodies)).toEqual(
      Array.from({ length: 75 }, (_, n) => `line ${75 - n}`),
    );
    expect(pages.map(({ meta }) => meta)).toEqual(
      [1, 2, 3].map((current_page) => ({ current_page, last_page: 3 })),
    );
    expect(pages[2]?.links).toEqual({ next: null });
    // The link of a page that was asked for by its number goes on where that one ends.
    const behind = await app.call("GET", String(pages[1]?.links.next), { as });
    expect(behind.body).toMatchObject({ data: { length: 15 }, meta: { current_page: 3, last_page: 3 } });
    expect(await ask(9)).toEqual({
      bodies: [],
      links: { next: null },
      meta: { current_page: 9, last_page: 3 },
    });
  }
  const other = (await client.open(fan, await app.model())).body.id;
  const nothing = await app.call("GET", `/api/chat/${other}/message?page=2`, { as: fan });
  expect(nothing.body.meta).toEqual({ current_page: 2, last_page: 1 });
});

test("what is written between a page's rendering and the opening of its socket is delivered: the answer has the position to go on from", async () => {
  const fan = await app.fan();
  const id = await chatOf(fan);
  const { body } = await app.call("GET", `/api/chat/${id}/message`, { as: fan });
  const { person } = (body.live_from as { person: { epoch: string; sequence: number } }) ?? {};
  await client.answer(luna, id, "in between");
  await app.relay.drain();
  const page = await listen(app, [], fan);
  page.join(`person:${fan.id}`, person);
  expect(await page.event("Chat.NewMessageEvent")).toMatchObject({ body: "in between", chat_id: id });
  page.close();
});

test("R-CHAT-14, R-OPEN-54: typing shows on the other side only, and a stranger cannot type in somebody's chat", async () => {
  const [fan, stranger] = [await app.fan(), await app.fan()];
  const id = await chatOf(fan);
  const fanPage = await listen(app, [`person:${fan.id}`], fan);
  const modelPage = await listen(app, [`person:${luna.id}`], luna);
  const strangerPage = await listen(app, [`person:${stranger.id}`], stranger);
  strangerPage.send(["typing", id]);
  fanPage.send(["typing", id]);
  expect(await modelPage.event("Chat.TypingEvent")).toEqual({ chat_id: id, author_id: fan.id });
  modelPage.send(["typing", id]);
  expect(await fanPage.event("Chat.TypingEvent")).toEqual({ chat_id: id, author_id: luna.id });
  expect(modelPage.events("Chat.TypingEvent")).toHaveLength(1);
  for (const page of [fanPage, modelPage, strangerPage]) page.close();
});

test("R-CHAT-15, R-API-74, R-OPEN-56: one's own message goes for both sides; another's stays", async () => {
  const fan = await app.fan();
  const id = await chatOf(fan);
  const mine = (await client.say(fan, id, "a slip of the tongue")).body;
  const reply = (await client.answer(luna, id, "an answer")).body;
  const page = await listen(app, [`person:${luna.id}`], luna);
  const remove = (as: Person, messageId: number) =>
    app.call("DELETE", `/api/chat/message/${messageId}`, { as });
  expect((await remove(fan, reply.id)).status).toBe(403);
  expect((await remove(await app.fan(), mine.id)).status).toBe(403);
  expect((await app.call("DELETE", `/api/studio/messages/${mine.id}`, { as: luna })).status).toBe(403);
  expect((await remove(fan, mine.id)).status).toBe(200);
  expect((await remove(fan, mine.id)).status).toBe(404);
  expect(await page.event("Chat.MessageDeletedEvent")).toMatchObject({ chat_id: id, message_id: mine.id });
  for (const { body } of [await client.messages(fan, id), await client.messagesOfModel(luna, id)])
    expect(body.data.map((message) => message.id)).toEqual([reply.id]);
  page.close();
});

/** Sends messages 1 to `count` past the limit of a minute. */
async function sendMany(chatId: number, count: number): Promise<void> {
  await sql`
    insert into messaging.message (chat_id, author, type, body, sent_at, updated_at)
    select ${chatId}, 'model', 'text', 'line ' || n, now(), now() from generate_series(1, ${count}) as n`.execute(
    app.db,
  );
}
