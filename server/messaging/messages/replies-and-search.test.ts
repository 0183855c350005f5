import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { ChatMessage } from "#contract/chat-message.ts";
import { roughReplyTime } from "#server/messaging/chats/reply-time.ts";
import { listen } from "#testing/app/realtime-client.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { chatClient } from "#testing/messaging/chat-client.ts";

const app = testApp();
const client = chatClient(app);

async function openChat() {
  const [fan, model] = [await app.fan(), await app.model()];
  return { fan, model, id: (await client.open(fan, model)).body.id };
}
const reply = (fan: Person, chatId: number, body: string, reply_to: number) =>
  app.call("POST", `/api/chat/${chatId}/message`, {
    as: fan,
    body: { body, temp_id: randomUUID(), reply_to },
  });

test("a reply carries the message that it answers, to both and in events, and stays without it when that is taken back", async () => {
  const { fan, model, id } = await openChat();
  const asked = (await client.answer(model, id, `What shall I sing? ${"x".repeat(400)}`)).body;
  const page = await listen(app, [`person:${model.id}`], model);
  const sent = await reply(fan, id, "A bolero", asked.id);
  expect(sent.status).toBe(201);
  const quoted = {
    id: asked.id,
    author_id: model.id,
    media: null,
    tip: null,
    body: asked.body.slice(0, 200),
  };
  expect(sent.body.reply_to).toEqual(quoted);
  const received = await page.event("Chat.NewMessageEvent");
  expect(received.message.reply_to).toEqual(quoted);
  await app.call("DELETE", `/api/studio/messages/${asked.id}`, { as: model });
  const [left] = (await client.messages(fan, id)).body.data;
  expect(left).toMatchObject({ body: "A bolero", reply_to: null });
  page.close();
});

test("nobody answers a message of another chat, and the database refuses it too", async () => {
  const [mine, other] = [await openChat(), await openChat()];
  const foreign = (await client.answer(other.model, other.id, "not for you")).body;
  for (const target of [foreign.id, 999_999_999]) {
    const refused = await reply(mine.fan, mine.id, "hello", target);
    expect([refused.status, refused.body.code]).toEqual([404, "unknown_message"]);
  }
  await expect(
    sql`insert into messaging.message (chat_id, author, type, body, reply_to, sent_at, updated_at)
      values (${mine.id}, 'fan', 'text', 'x', ${foreign.id}, now(), now())`.execute(app.db),
  ).rejects.toThrow("a message answers one of its own chat");
});

test("a search in a chat finds words by their beginnings, whatever accents and case, newest first and page by page", async () => {
  const { fan, model, id } = await openChat();
  for (const body of ["Mañana CANCIÓN nueva", "una cancion, por favor", "otra cosa"])
    await client.say(fan, id, body);
  const search = async (words: string, as = fan, path = `/api/chat/${id}/search`) =>
    app.call("GET", `${path}?${new URLSearchParams({ search: words })}`, { as });
  const bodies = async (words: string) =>
    ((await search(words)).body.data as ChatMessage[]).map(({ body }) => body);
  expect(await bodies("canción")).toEqual(["una cancion, por favor", "Mañana CANCIÓN nueva"]);
  expect(await bodies("manan canc")).toEqual(["Mañana CANCIÓN nueva"]);
  expect(await bodies("ancion")).toEqual([]);
  expect(await bodies("!?")).toEqual([]);
  expect((await search("otra", model, `/api/studio/chats/${id}/search`)).body.data).toHaveLength(1);
  await sql`
    insert into messaging.message (chat_id, author, type, body, sent_at, updated_at)
    select ${id}, 'model', 'text', 'bolero ' || n, now(), now() from generate_series(1, 40) as n`.execute(
    app.db,
  );
  const first = await search("bolero");
  expect(first.body.data).toHaveLength(30);
  const rest = await app.call(
    "GET",
    `/api/chat/${id}/search?search=bolero&before=${String(first.body.before)}`,
    {
      as: fan,
    },
  );
  expect(rest.body).toMatchObject({ before: null });
  expect((rest.body.data as ChatMessage[]).map(({ body }) => body).slice(-1)).toEqual(["bolero 1"]);
});

test("nobody searches the chat of others", async () => {
  const [mine, other] = [await openChat(), await openChat()];
  await client.say(other.fan, other.id, "a secret");
  const foreign = await app.call("GET", `/api/chat/${other.id}/search?search=secret`, { as: mine.fan });
  expect(foreign.status).toBe(403);
  const fromModel = await app.call("GET", `/api/studio/chats/${other.id}/search?search=secret`, {
    as: mine.model,
  });
  expect(fromModel.status).toBe(403);
});

test("chats whose numbers begin alike, and words that begin with digits, are not mixed up", async () => {
  const { fan, id } = await openChat();
  const longer = Number(`${id}7`);
  await sql`
    insert into messaging.chat (id, fan_id, model_id, active_at, created_at) overriding system value
    select ${longer}, ${(await app.fan()).id}, model_id, now(), now() from messaging.chat where id = ${id}`.execute(
    app.owner,
  );
  await sql`
    insert into messaging.message (chat_id, author, type, body, sent_at, updated_at)
    values (${longer}, 'model', 'text', 'bolero', now(), now()), (${longer}, 'model', 'text', '2x4', now(), now())`.execute(
    app.db,
  );
  await client.say(fan, id, "7xbolero 2x4");
  for (const [words, found] of [
    ["bolero", 0],
    ["7xbol", 1],
    ["2x4", 1],
  ] as const) {
    const { body } = await app.call("GET", `/api/chat/${id}/search?search=${words}`, { as: fan });
    expect(body.data, words).toHaveLength(found);
  }
});

test("a search in a chat goes by its index in a table of many messages", async () => {
  const { id } = await openChat();
  await sql`
    insert into messaging.message (chat_id, author, type, body, sent_at, updated_at)
    select ${id}, 'model', 'text', 'word' || n, now(), now() from generate_series(1, 5000) as n`.execute(
    app.db,
  );
  await sql`analyze messaging.message`.execute(app.owner);
  const { rows } = await sql<{ "QUERY PLAN": string }>`
    explain select id from messaging.message as message
    where message.body <> '' and messaging.words_in(message.chat_id, message.body) @@ ${`c${id}xword77`}::tsquery`.execute(
    app.db,
  );
  expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("message_words_of_chat");
});

test("a fan is shown roughly how soon a model replies, by the median; of too few replies nothing is shown", async () => {
  const { fan, model, id } = await openChat();
  const write = (author: string, minutes: number) =>
    sql`
      insert into messaging.message (chat_id, author, type, body, sent_at, updated_at)
      select ${id}, ${author}, 'text', 'x', at, at
      from (select timestamptz '2026-01-01' + make_interval(mins => ${minutes}) as at) as moment`.execute(
      app.db,
    );
  // Each time the fan writes twice, and is answered 30 minutes after the first; once after a day.
  for (let day = 0; day < 6; day++) {
    const asked = day * 2_880;
    await write("fan", asked);
    await write("fan", asked + 5);
    await write("model", asked + (day === 3 ? 1_440 : 30));
    await write("model", asked + (day === 3 ? 1_441 : 31));
  }
  const shown = await client.messages(fan, id);
  expect(shown.body).toMatchObject({ reply_time: "hour" });
  expect((await client.messagesOfModel(model, id)).body).toMatchObject({ reply_time: null });
  const { fan: another, id: fresh } = await openChat();
  expect((await client.messages(another, fresh)).body).toMatchObject({ reply_time: null });
});

test.each([
  [[10, 20, 30, 40], null],
  [[10, 20, 30, 40, 50_000], "minutes"],
  [[3_000, 3_500, 3_600, 9_000, 10_000], "hour"],
  [[9_000, 9_000, 9_000, 9_000, 9_000], "hours"],
  [[50_000, 50_000, 50_000, 1, 90_000], "day"],
  [[90_000, 90_000, 90_000, 90_000, 1], "days"],
])("replies after %j seconds: %j", (seconds, rough) => {
  expect(roughReplyTime(seconds)).toBe(rough);
});
