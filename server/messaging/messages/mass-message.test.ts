import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { listen } from "#testing/app/realtime-client.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { chatClient } from "#testing/messaging/chat-client.ts";

const app = testApp();
const client = chatClient(app);
const like = (fan: Person, model: Person) =>
  app.call("POST", "/api/fan/liked-model", { as: fan, body: { model_id: model.id } });
const send = (model: Person, body: string, clientId: string = randomUUID(), to = "favourites") =>
  app.call("POST", "/api/studio/mass-messages", { as: model, body: { to, body, client_id: clientId } });
const takeBack = (model: Person, id: unknown) =>
  app.call("DELETE", `/api/studio/mass-messages/${String(id)}`, { as: model });

test("a message to favourites comes once to each fan who likes her, old chat or none, and to nobody else", async () => {
  const model = await app.model();
  const [known, fresh, stranger] = [await app.fan(), await app.fan(), await app.fan()];
  const { id } = (await client.open(known, model)).body;
  for (const fan of [known, fresh]) await like(fan, model);
  const page = await listen(app, [`person:${fresh.id}`], fresh);
  const clientId = randomUUID();
  const copies = await Promise.all([1, 2, 3].map(() => send(model, "tonight at nine", clientId)));
  expect(copies.map(({ status }) => status)).toEqual([201, 201, 201]);
  const massId = copies[0]?.body.id;
  expect(copies.map(({ body }) => [body.id, body.recipients])).toEqual(Array(3).fill([massId, 2]));
  expect((await send(model, "another text", clientId)).status).toBe(409);
  expect(await page.event("Chat.NewMessageEvent")).toMatchObject({
    body: "tonight at nine",
    message: { mass_message_id: massId },
    unread_messages: 1,
  });
  expect((await client.messages(known, id)).body.data).toHaveLength(1);
  expect((await client.chats(stranger)).body.data).toEqual([]);
  page.close();
});

test("R-CHAT-26, R-LIVE-16: taken back it vanishes from every chat, once; other messages stay", async () => {
  const model = await app.model();
  const fan = await app.fan();
  await like(fan, model);
  const { id } = (await client.open(fan, model)).body;
  const sent = await send(model, "a mistake");
  await client.answer(model, id, "only for you");
  const page = await listen(app, [`person:${fan.id}`], fan);
  expect((await takeBack(await app.model(), sent.body.id)).status).toBe(403);
  expect((await takeBack(model, 999_999)).status).toBe(404);
  const taken = await Promise.all([takeBack(model, sent.body.id), takeBack(model, sent.body.id)]);
  for (const { status, body } of taken)
    expect([status, body.taken_back_at]).toEqual([200, expect.any(String)]);
  expect(await page.event("Chat.MassMessageDeletedEvent")).toEqual({
    mass_message_id: sent.body.id,
    unread_messages: 1,
  });
  await app.relay.drain();
  expect(page.events("Chat.MassMessageDeletedEvent")).toHaveLength(1);
  expect((await client.messages(fan, id)).body.data.map(({ body }) => body)).toEqual(["only for you"]);
  const list = await app.call("GET", "/api/studio/mass-messages", { as: model });
  expect(list.body.data).toMatchObject([{ id: sent.body.id, body: "a mistake", recipients: 1 }]);
  page.close();
});

test("five a day, none from a model out of the lists, none to a fan whose account is closed", async () => {
  const [model, hidden] = [await app.model(), await app.model()];
  const [fan, gone] = [await app.fan(), await app.fan()];
  for (const each of [fan, gone]) await like(each, model);
  await sql`update accounts.account set status = 'blocked' where id = ${gone.id}`.execute(app.db);
  expect((await send(model, "hello")).body.recipients).toBe(1);
  for (let n = 2; n <= 5; n++) expect((await send(model, `number ${n}`)).status).toBe(201);
  expect((await send(model, "number 6")).status).toBe(429);
  await sql`update catalog.model set hidden = true where id = ${hidden.id}`.execute(app.db);
  expect((await send(hidden, "hello")).status).toBe(403);
  expect((await send(await app.model(), "hello", randomUUID(), "everybody")).status).toBe(422);
});

test("hundreds of fans are told, each once", async () => {
  const model = await app.model();
  await sql`
    insert into accounts.account (login, email, password_hash, role, language)
    select 'crowd' || n, 'crowd' || n || '@example.test', 'none', 'fan', 'en' from generate_series(1, 230) as n`.execute(
    app.db,
  );
  await sql`
    insert into catalog.liked (fan_id, model_id) select id, ${model.id} from accounts.account where login like 'crowd%'`.execute(
    app.db,
  );
  const sent = await send(model, "to all of you");
  expect(sent.body.recipients).toBe(230);
  await app.relay.drain();
  expect(app.relay.totals().dead).toBe(0);
  const { rows } = await sql<{ chats: number; messages: number }>`
    select count(distinct chat_id) as chats, count(*) as messages from messaging.message
    where mass_message_id = ${Number(sent.body.id)}`.execute(app.db);
  expect(rows[0]).toEqual({ chats: 230, messages: 230 });
});
