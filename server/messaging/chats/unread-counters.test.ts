import { sql } from "kysely";
import { expect, test } from "vitest";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { auditUnread } from "#testing/database/test-database.ts";
import { chatClient } from "#testing/messaging/chat-client.ts";

const app = testApp();
const client = chatClient(app);

async function chatOfTwo() {
  const [fan, model] = [await app.fan(), await app.model()];
  return { fan, model, id: (await client.open(fan, model)).body.id };
}

/** A model's messages that are unread in all chats, counted one by one. */
async function counted(model: Person): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from messaging.message as m join messaging.chat as c on c.id = m.chat_id
    where c.model_id = ${model.id} and m.author = 'fan' and m.id > c.model_read_to`.execute(app.db);
  return rows[0]?.n ?? 0;
}

test("R-NAV-20: what is unread is kept as messages come, are read and are taken back, on both sides", async () => {
  const { fan, model, id } = await chatOfTwo();
  const first = await client.say(fan, id, "one");
  const second = await client.say(fan, id, "two");
  await client.answer(model, id, "three");
  expect([await client.unreadOf(model), await client.unreadOf(fan)]).toEqual([2, 1]);
  const read = (up_to: number) =>
    app.call("POST", `/api/studio/chats/${id}/read`, { as: model, body: { up_to } });
  expect((await read(first.body.id)).body).toMatchObject({ unread_amount: 1, unread_messages: 1 });
  const remove = (message: number) => app.call("DELETE", `/api/chat/message/${message}`, { as: fan });
  await remove(first.body.id);
  expect(await client.unreadOf(model), "one that was read").toBe(1);
  await remove(second.body.id);
  expect(await client.unreadOf(model)).toBe(0);
  await app.call("DELETE", `/api/chat/${id}`, { as: fan });
  expect(await client.unreadOf(fan), "a chat taken out of the list is read").toBe(0);
  await client.answer(model, id, "four");
  expect(await client.unreadOf(fan)).toBe(1);
});

test("messages, marks and deletions at once, in many chats of one model, leave the numbers right", async () => {
  const model = await app.model();
  const fans = await Promise.all(Array.from({ length: 6 }, () => app.fan()));
  const chats = await Promise.all(
    fans.map(async (fan) => ({ fan, id: (await client.open(fan, model)).body.id })),
  );
  await Promise.all(
    chats.flatMap(({ fan, id }) => [
      ...[1, 2, 3].map(async () => {
        const sent = await client.say(fan, id, "soon gone");
        expect(sent.status).toBe(201);
        return app.call("DELETE", `/api/chat/message/${sent.body.id}`, { as: fan });
      }),
      ...[1, 2].map(() => client.say(fan, id, "stays")),
      client.answer(model, id, "hello"),
      app.call("POST", `/api/studio/chats/${id}/read`, { as: model, body: {} }),
      app.call("POST", `/api/chat/set-message-read/${id}`, { as: fan }),
    ]),
  );
  await auditUnread(app.db);
  expect(await client.unreadOf(model)).toBe(await counted(model));
  await Promise.all(
    chats.map(({ id }) => app.call("POST", `/api/studio/chats/${id}/read`, { as: model, body: {} })),
  );
  expect(await client.unreadOf(model)).toBe(0);
});

test("a chat whose messages are erased has none unread; nor has its model", async () => {
  const { fan, model, id } = await chatOfTwo();
  for (const text of ["one", "two"]) await client.say(fan, id, text);
  await client.answer(model, id, "three");
  await inTransaction(app.db, (tx) => app.modules.messaging.erase(tx, { id: fan.id, role: "fan" }));
  expect(await client.unreadOf(model)).toBe(0);
  await auditUnread(app.db);
});

test("the application writes none of these numbers itself, and a wrong one is found", async () => {
  const { fan, model, id } = await chatOfTwo();
  await client.say(fan, id, "one");
  for (const statement of [
    sql`update messaging.chat set model_unread = 0 where id = ${id}`,
    sql`update messaging.model_unread set messages = 0 where model_id = ${model.id}`,
    sql`insert into messaging.model_unread values (${model.id}, 15, 1)`,
    sql`delete from messaging.model_unread`,
    sql`update messaging.message set author = 'model' where chat_id = ${id}`,
  ])
    await expect(statement.execute(app.db)).rejects.toThrow("permission denied");
  const other = (await client.open(await app.fan(), await app.model())).body.id;
  await expect(
    sql`update messaging.chat set model_unread = -1 where id = ${other}`.execute(app.owner),
  ).rejects.toThrow("model_unread_check");
  await sql`update messaging.chat set fan_unread = 5 where id = ${other}`.execute(app.owner);
  await expect(auditUnread(app.db)).rejects.toThrow(`chat ${other}: 5 and 0 unread, 0 and 0 counted`);
  await sql`update messaging.chat set fan_unread = 0 where id = ${other}`.execute(app.owner);
});
