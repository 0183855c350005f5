import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { contract } from "#contract/contract.ts";
import { listen } from "#testing/app/realtime-client.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { chatClient } from "#testing/messaging/chat-client.ts";

const app = testApp();
const client = chatClient(app);
let luna: Person;

beforeAll(async () => {
  luna = await app.model();
});

/** A fan's chat with luna in which luna has written something. */
async function chatWith(fan: Person, ...answers: string[]): Promise<number> {
  const { id } = (await client.open(fan, luna)).body;
  for (const answer of answers) await client.answer(luna, id, answer);
  return id;
}

test("R-CHAT-16, R-API-75, R-OPEN-57: a fan opens one chat with a model; again it is the same", async () => {
  const fan = await app.fan();
  const first = await client.open(fan, luna);
  expect(first.status).toBe(201);
  const [again, ...more] = await Promise.all([1, 2, 3].map(() => client.open(fan, luna)));
  for (const { status, body } of [again, ...more].flatMap((reply) => reply ?? []))
    expect([status, body.id]).toEqual([200, first.body.id]);
  const others = await Promise.all([1, 2, 3, 4].map(async () => client.open(await app.fan(), luna)));
  expect(new Set(others.map(({ body }) => body.id)).size).toBe(4);
});

test("R-OPEN-57: a model who is in no list can be answered and not newly contacted; an unknown one not at all", async () => {
  const [fan, other, model] = [await app.fan(), await app.fan(), await app.model()];
  const { id } = (await client.open(fan, model)).body;
  await sql`update catalog.model set hidden = true where id = ${model.id}`.execute(app.db);
  expect((await client.say(fan, id, "still there?")).status).toBe(201);
  expect((await client.open(fan, model)).body).toMatchObject({
    id,
    model: { modelIsEnabledInListings: false },
  });
  expect((await client.open(other, model)).status).toBe(404);
  expect((await client.open(other, { id: 999_999 })).status).toBe(404);
});

test("a model whose account is suspended or closed cannot be written to", async () => {
  const [fan, model] = [await app.fan(), await app.model()];
  const { id } = (await client.open(fan, model)).body;
  await sql`update catalog.model set suspended = true where id = ${model.id}`.execute(app.db);
  const refused = await client.say(fan, id, "hello?");
  expect(refused.status).toBe(403);
  expect(refused.body).toMatchObject({ code: "other_gone" });
});

test("R-OPEN-73: a fan whom a model has banned opens no chat with them, and keeps what was written before", async () => {
  const [fan, other, model] = [await app.fan(), await app.fan(), await app.model()];
  const { id } = (await client.open(fan, model)).body;
  await client.answer(model, id, "hello");
  const turn = (path: string, { id: fan_id }: Person) =>
    app.call("POST", path, { as: model, body: { fan_id } });
  for (const banned of [fan, other]) {
    await turn("/api/studio/ban", banned);
    expect(await client.open(banned, model)).toMatchObject({ status: 403, body: { code: "banned" } });
  }
  expect((await client.chats(fan)).body.data).toHaveLength(1);
  expect((await client.chats(other)).body.data).toEqual([]);
  await turn("/api/studio/lift-ban", other);
  expect((await client.open(other, model)).status).toBe(201);
});

test("R-CHAT-01, R-API-68, R-ENT-16, R-OPEN-55: the list has every field, newest first, under one's own id only", async () => {
  const fan = await app.fan(30);
  const id = await chatWith(fan, "hola", "I kept a song for you");
  const later = (await client.open(fan, await app.model())).body.id;
  const { status, body } = await client.chats(fan);
  expect(status).toBe(200);
  expect(contract["GET /api/chat/{fanId}"].responses[200].safeParse(body).error).toBeUndefined();
  expect(body.data.map((chat) => chat.id)).toEqual([later, id]);
  expect(body.data[0]?.messages.meta).toEqual({ current_page: 1, last_page: 1 });
  expect(body.data[1]).toMatchObject({
    fan_id: fan.id,
    model_id: luna.id,
    inFolders: [],
    unread_amount: 2,
    latest_message: { body: "I kept a song for you", type: "text", author_id: luna.id },
    messages: {
      data: [],
      links: { next: `/api/chat/${id}/message` },
      meta: { current_page: 1, last_page: 1 },
    },
    model: { login: luna.login, fanSubscribed: false, modelIsEnabledInListings: true, isTyping: false },
    fan: { name: fan.login, tokenBalance: 30 },
    fanIsOnline: false,
    fanIsTyping: false,
  });
  const nosy = await app.call("GET", `/api/chat/${fan.id}`, { as: await app.fan() });
  expect(nosy.status).toBe(403);
});

test("R-ENT-16, R-ENT-25: a chat has the number of its pages of messages, and its link leads to the first of them", async () => {
  const fan = await app.fan();
  const { id } = (await client.open(fan, luna)).body;
  await sql`
    insert into messaging.message (chat_id, author, type, body, sent_at, updated_at)
    select ${id}, 'model', 'text', 'line ' || n, now(), now() from generate_series(1, 61) as n`.execute(
    app.db,
  );
  const [chat] = (await client.chats(fan)).body.data;
  expect(chat?.messages.meta).toEqual({ current_page: 1, last_page: 3 });
  const first = await app.call("GET", String(chat?.messages.links.next), { as: fan });
  expect(first.body).toMatchObject({ data: { length: 30 }, meta: { current_page: 1, last_page: 3 } });
});

test("R-CHAT-02: a chat is found by the model's name, with or without accents; other chats are not", async () => {
  const [fan, model] = [await app.fan(), await app.model()];
  await sql`update catalog.model set search_text = 'ines la pianista' where id = ${model.id}`.execute(app.db);
  const { id } = (await client.open(fan, model)).body;
  await client.open(fan, luna);
  const found = await client.chats(fan, `?search=${encodeURIComponent("Inés")}`);
  expect(found.body.data.map((chat) => chat.id)).toEqual([id]);
  expect((await client.chats(fan, "?search=%25")).body.data).toEqual([]);
});

test("R-ENT-25: chats come in pages of 20", async () => {
  const fan = await app.fan();
  for (let n = 0; n < 21; n++) await client.open(fan, await app.model());
  const first = await client.chats(fan);
  expect(first.body).toMatchObject({ meta: { current_page: 1, last_page: 2 } });
  const second = await app.call("GET", String(first.body.links.next), { as: fan });
  expect(second.body.data).toHaveLength(1);
  expect(second.body.links).toEqual({ next: null });
  const byNumber = await client.chats(fan, "?page=2");
  expect(byNumber.body.data).toEqual(second.body.data);
  const pastEnd = await client.chats(fan, "?page=9");
  expect(pastEnd.body).toMatchObject({ data: [], links: { next: null }, meta: { last_page: 2 } });
});

test("a page of chats begins behind the one before it, whatever is written meanwhile: none is missed, none comes twice", async () => {
  const model = await app.model();
  const fans = await Promise.all(Array.from({ length: 45 }, () => app.fan()));
  for (const fan of fans) {
    const { id } = (await client.open(fan, model)).body;
    await client.say(fan, id, "hello");
  }
  // Two that became active in the same instant have a place of their own each.
  await sql`
    update messaging.chat set active_at = timestamptz '2026-01-01 00:00:00.000001'
    where model_id = ${model.id} and fan_id = any (${fans.slice(0, 30).map(({ id }) => id)}::bigint[])`.execute(
    app.owner,
  );
  const oldest = (await client.open(fans[0] as Person, model)).body.id;
  const seen: number[] = [];
  for (let next: string | null = "/api/studio/chats"; next !== null;) {
    const page = await app.call("GET", next, { as: model });
    const { data, links } = page.body as { data: { id: number }[]; links: { next: string | null } };
    seen.push(...data.map(({ id }) => id));
    next = links.next;
    // A chat of the pages shown, and one that is not shown yet, move to the top.
    if (seen.length === 20) for (const id of [seen[7] ?? 0, oldest]) await client.answer(model, id, "hi");
  }
  expect(seen).toHaveLength(44);
  expect(new Set(seen).size).toBe(44);
  expect(seen, "what moved to the top arrives by its event").not.toContain(oldest);
  for (const wrong of ["x", "1", "1.2.3", "-1.2", "99999999999999999.1"])
    expect((await app.call("GET", `/api/studio/chats?before=${wrong}`, { as: model })).status).toBe(422);
  const far = await app.call("GET", "/api/studio/chats?before=9999999999999999.999999999999999", {
    as: model,
  });
  expect(far.body.data).toHaveLength(20);
});

test("R-CHAT-13, R-API-73, R-NAV-20, R-AMB-65: reading a chat empties its count and takes it off the badge", async () => {
  const fan = await app.fan();
  const id = await chatWith(fan, "one", "two", "three");
  const other = (await client.open(fan, await app.model())).body;
  expect(await client.unreadOf(fan)).toBe(3);
  const { body } = await client.messages(fan, id);
  const upTo = body.data.at(-1)?.id;
  const half = await app.call("POST", `/api/chat/set-message-read/${id}`, {
    as: fan,
    body: { up_to: upTo },
  });
  expect(half.body).toEqual({ success: true, unread_amount: 2, unread_messages: 2 });
  const all = await app.call("POST", `/api/chat/set-message-read/${id}`, { as: fan, body: {} });
  expect(all.body).toEqual({ success: true, unread_amount: 0, unread_messages: 0 });
  expect(await client.unreadOf(fan)).toBe(0);
  expect((await client.messagesOfModel(luna, id)).body.data.every((message) => message.was_read)).toBe(true);
  expect(other.unread_amount).toBe(0);
});

test("R-CHAT-13: both sides are notified of a reading once; the reader's own pages with the counts", async () => {
  const fan = await app.fan();
  const id = await chatWith(fan, "one");
  const [fanPage, modelPage] = [
    await listen(app, [`person:${fan.id}`], fan),
    await listen(app, [`person:${luna.id}`], luna),
  ];
  for (let n = 0; n < 2; n++)
    await app.call("POST", `/api/chat/set-message-read/${id}`, { as: fan, body: {} });
  const read = await fanPage.event("Chat.MessageReadEvent");
  expect(read).toMatchObject({ chat_id: id, reader_id: fan.id, unread_amount: 0, unread_messages: 0 });
  expect(await modelPage.event("Chat.MessageReadEvent", ({ chat_id }) => chat_id === id)).toEqual({
    ...read,
    unread_amount: null,
    unread_messages: null,
  });
  await app.relay.drain();
  expect(fanPage.events("Chat.MessageReadEvent")).toHaveLength(1);
  fanPage.close();
  modelPage.close();
});

test("R-CHAT-17, R-API-76, R-OPEN-56: a chat leaves the fan's own list, read; the next message brings it back", async () => {
  const fan = await app.fan();
  const id = await chatWith(fan, "one");
  const stranger = await app.fan();
  const remove = (as: Person) => app.call("DELETE", `/api/chat/${id}`, { as });
  const [fanPage, modelPage] = [
    await listen(app, [`person:${fan.id}`], fan),
    await listen(app, [`person:${luna.id}`], luna),
  ];
  expect((await remove(stranger)).status).toBe(403);
  expect((await remove(fan)).status).toBe(200);
  expect(await fanPage.event("Chat.HiddenEvent")).toEqual({ chat_id: id });
  await app.relay.drain();
  expect(fanPage.events("Chat.HiddenEvent")).toHaveLength(1);
  expect(modelPage.events("Chat.HiddenEvent")).toEqual([]);
  fanPage.close();
  modelPage.close();
  expect((await client.chats(fan)).body.data).toEqual([]);
  expect(await client.unreadOf(fan)).toBe(0);
  expect((await client.chatsOfModel(luna)).body.data.map((chat) => chat.id)).toContain(id);
  await client.answer(luna, id, "two");
  expect((await client.chats(fan)).body.data.map((chat) => chat.id)).toEqual([id]);
  expect(await client.unreadOf(fan)).toBe(1);
});

test("the model sees their chats once something was written, finds one by the fan's name, and has their own badge", async () => {
  const [model, fan, silent] = [await app.model(), await app.fan(40), await app.fan()];
  await client.open(silent, model);
  const { id } = (await client.open(fan, model)).body;
  await client.say(fan, id, "hello");
  const { body } = await client.chatsOfModel(model);
  expect(body.data.map((chat) => chat.id)).toEqual([id]);
  expect(body.data[0]).toMatchObject({
    unread_amount: 1,
    fan: { name: fan.login, tokenBalance: 40, mode: "free" },
  });
  expect(await client.unreadOf(model)).toBe(1);
  expect((await client.chatsOfModel(model, `?search=${fan.login.slice(3)}`)).body.data).toHaveLength(1);
  expect((await client.chatsOfModel(model, "?search=nobody")).body.data).toHaveLength(0);
});

test("R-OPEN-74: nobody reads or changes a chat that is not fanPage, on either side", async () => {
  const [fan, stranger, model] = [await app.fan(), await app.fan(), await app.model()];
  const id = await chatWith(fan, "between us");
  const asked = [
    await client.messages(stranger, id),
    await client.say(stranger, id, "let me in"),
    await app.call("POST", `/api/chat/set-message-read/${id}`, { as: stranger, body: {} }),
    await app.call("POST", "/api/chat/chat-media-attachments", { as: stranger, body: { chat_id: id } }),
    await client.messagesOfModel(model, id),
    await client.answer(model, id, "let me in"),
    await app.call("POST", `/api/studio/chats/${id}/read`, { as: model, body: {} }),
  ];
  for (const { status, body } of asked) {
    expect(status).toBe(403);
    expect(JSON.stringify(body)).not.toContain("between us");
  }
  expect((await client.messages(fan, 999_999)).status).toBe(404);
  expect((await client.messages(fan, id)).body.data).toHaveLength(1);
});
