import { sql } from "kysely";
import { expect, test } from "vitest";
import { readRows } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import {
  deleteMessagesOf,
  eraseChats,
  forgetChatsInParts,
  forgetWork,
  type PartSizes,
} from "./forget-messages.ts";

const database = fileDatabase();
const small = { rows: 2, chats: 2 };

type Leaving = Parameters<typeof deleteMessagesOf>[1];
const closeOf = (person: Leaving, sizes?: PartSizes) =>
  inTransaction(database.db, (tx) => deleteMessagesOf(tx, person, sizes));
/** Does once what is queued of very many messages. */
const deleteRest = async (person: Leaving, sizes: PartSizes) =>
  forgetWork(database, sizes).delete_messages?.(person);
const queued = () =>
  readRows(
    database.db,
    sql<{ id: string }>`select id::text from graphile_worker.jobs where task_identifier = 'delete_messages'`,
  );

/** Does what is queued, as often as it queues itself again; answers how often that was. */
async function doQueued(person: Leaving): Promise<number> {
  let times = 0;
  for (let jobs = await queued(); jobs.length > 0; jobs = await queued(), times += 1) {
    await sql`select graphile_worker.complete_jobs(${jobs.map(({ id }) => id)}::bigint[])`.execute(
      database.owner,
    );
    await deleteRest(person, { ...small, most: 4 });
  }
  return times;
}

let people = 1_000;

/** A chat in which each side has written so many times; each message of the model has a picture, the first of which is bought. */
async function chatOf(modelId: number, messages: number): Promise<number> {
  const fanId = ++people;
  const { rows } = await sql<{ id: number }>`
    with chat as (
      insert into messaging.chat (fan_id, model_id, active_at, created_at) values (${fanId}, ${modelId}, now(), now())
      returning id),
    media as (
      insert into messaging.media (chat_id, message_type, kind, state, file_key, price, created_at)
      select chat.id, 'paid_media', 'picture', 'ready', chat.id || '-' || n, 5, now()
      from chat, generate_series(1, ${messages}::int) as n returning id, chat_id),
    bought as (
      insert into messaging.purchase (media_id, chat_id, fan_id, idem_key, tokens, transfer_id, balance_after, at)
      select min(id), chat_id, ${fanId}, 'key' || chat_id, 5, chat_id, 0, now() from media group by chat_id)
    select id from chat`.execute(database.owner);
  const id = rows[0]?.id ?? 0;
  await sql`
    insert into messaging.message (chat_id, author, type, media_id, sent_at, updated_at)
    select chat_id, 'model', 'paid_media', id, now(), now() from messaging.media where chat_id = ${id}`.execute(
    database.owner,
  );
  await sql`
    insert into messaging.message (chat_id, author, type, body, sent_at, updated_at)
    select ${id}, 'fan', 'text', 'answer ' || n, now(), now() from generate_series(1, ${messages}::int) as n`.execute(
    database.owner,
  );
  return id;
}

/** A model with three chats of five messages on each side. */
async function modelWithChats() {
  const model = { id: ++people, role: "model" };
  const chats: number[] = [];
  for (let n = 0; n < 3; n++) chats.push(await chatOf(model.id, 5));
  return { model, chats };
}

/** How many messages of the model, messages of fans, and pictures with a file there are in these chats. */
async function left(chats: number[]): Promise<number[]> {
  const count = sql<{ of: string; n: number }>`
    select author as of, count(*)::int as n from messaging.message where chat_id = any (${chats}::bigint[]) group by 1
    union all select 'files', count(*)::int from messaging.media
      where chat_id = any (${chats}::bigint[]) and file_key is not null`;
  const found = new Map((await readRows(database.db, count)).map(({ of, n }) => [of, n]));
  return ["model", "fan", "files"].map((of) => found.get(of) ?? 0);
}

/** Lets the database fail at one message of these chats until the answer is called. */
async function stopAt(chats: number[], nth: number): Promise<() => Promise<unknown>> {
  await sql`
    create or replace function messaging.stop() returns trigger language plpgsql as $$
    begin raise exception 'the process ends here'; end $$`.execute(database.owner);
  const messages = sql<{ id: number }>`
    select id from messaging.message where chat_id = any (${chats}::bigint[]) and author = 'model' order by id`;
  const at = (await readRows(database.db, messages))[nth]?.id ?? 0;
  await sql`
    create trigger stop before delete on messaging.message for each row when (old.id = ${sql.lit(at)})
    execute function messaging.stop()`.execute(database.owner);
  return () => sql`drop trigger stop on messaging.message`.execute(database.owner);
}

test("R-OPEN-15: a model of few messages has them all deleted as the account closes, and nobody else's are", async () => {
  const { model, chats } = await modelWithChats();
  const other = await modelWithChats();
  await closeOf(model, { ...small, most: 30 });
  expect(await left(chats), "what fans have bought stays theirs").toEqual([0, 15, 3]);
  expect(await left(other.chats)).toEqual([15, 15, 15]);
  expect(await queued()).toEqual([]);
});

test("R-OPEN-15: of very many messages the rest is deleted after the account has closed, and only then", async () => {
  const { model, chats } = await modelWithChats();
  const other = await modelWithChats();
  const closing = inTransaction(database.db, async (tx) => {
    await deleteMessagesOf(tx, model, { ...small, most: 4 });
    throw new Error("the account stays open");
  });
  await expect(closing).rejects.toThrow("stays open");
  expect([await left(chats), await queued()]).toEqual([[15, 15, 15], []]);
  await closeOf(model, { ...small, most: 4 });
  expect((await left(chats))[0]).toBe(11);
  expect(await doQueued(model)).toBeGreaterThan(1);
  expect(await left(chats), "what fans have bought stays theirs").toEqual([0, 15, 3]);
  expect(await left(other.chats)).toEqual([15, 15, 15]);
});

test("R-OPEN-15: the job that deletes them goes on after an interruption, and may run twice at once", async () => {
  const { model, chats } = await modelWithChats();
  const goOn = await stopAt(chats, 7);
  await expect(deleteRest(model, small)).rejects.toThrow("the process ends here");
  const [some] = await left(chats);
  expect(some, "what was deleted before stays so").toBeLessThan(15);
  expect(some).toBeGreaterThan(0);
  await goOn();
  await Promise.all([deleteRest(model, small), closeOf(model, small), deleteRest(model, small)]);
  expect(await left(chats)).toEqual([0, 15, 3]);
  await Promise.all([1, 2].map(() => forgetChatsInParts(database.db, model, small)));
  expect(await left(chats)).toEqual([0, 0, 0]);
});

test("R-OPEN-15: of a fan who leaves only what they wrote is deleted", async () => {
  const { chats } = await modelWithChats();
  const [first = 0, ...rest] = chats;
  const owner = sql<{ fan_id: number }>`select fan_id from messaging.chat where id = ${first}`;
  const fanId = (await readRows(database.db, owner))[0]?.fan_id ?? 0;
  await closeOf({ id: fanId, role: "fan" });
  expect(await left([first])).toEqual([5, 0, 5]);
  expect(await left(rest)).toEqual([10, 10, 10]);
});

test("R-OPEN-15: a person's chats are forgotten in parts, files that were bought too, which go on after an interruption", async () => {
  const { model, chats } = await modelWithChats();
  const other = await modelWithChats();
  const goOn = await stopAt(chats, 12);
  await expect(forgetChatsInParts(database.db, model, small)).rejects.toThrow("the process ends here");
  expect((await left(chats))[0]).toBeLessThan(15);
  await goOn();
  await forgetChatsInParts(database.db, model, small);
  expect(await left(chats)).toEqual([0, 0, 0]);
  await inTransaction(database.db, (tx) => eraseChats(tx, model));
  expect(await left(other.chats)).toEqual([15, 15, 15]);
});
