import { sql } from "kysely";
import { type Database, openDatabase, readRows } from "#server/kit/database/database.ts";
import { silentLog } from "#server/kit/database/log.ts";

const messagesEach = 100;
/** The first chat has this many times as many. */
const longTimes = 50;

/**
 * Gives a model so many chats, each with a fan of its own and a hundred messages of both in turn, the newest one unread;
 * the first chat has five thousand. Answers its number.
 */
export async function seedChats(ownerUrl: string, modelId: number, chats: number): Promise<number> {
  const db = openDatabase(ownerUrl, { log: silentLog, poolMax: 1, statementTimeoutMs: 0 });
  try {
    await addChats(db, modelId, chats);
    const rows = await readRows(
      db,
      sql<{ first: number }>`select min(id) as first from messaging.chat where model_id = ${modelId}`,
    );
    const first = rows[0]?.first ?? 0;
    // Millions of rows are indexed and counted once, and not one by one.
    await sql`alter table messaging.message disable trigger user`.execute(db);
    await withoutIndexes(db, () => addMessages(db, modelId, first));
    await sql`alter table messaging.message enable trigger user`.execute(db);
    await countUnread(db, modelId);
    for (const table of ["message", "chat", "model_unread"])
      await sql`vacuum analyze ${sql.id("messaging", table)}`.execute(db);
    return first;
  } finally {
    await db.destroy();
  }
}

async function addChats(db: Database, modelId: number, chats: number): Promise<void> {
  await sql`
    with fans as (
      insert into accounts.account (login, email, password_hash, role, language)
      select 'talker' || n, 'talker' || n || '@example.test', 'none', 'fan', 'en'
      from generate_series(1, ${chats}::int) as n returning id),
    wallets as (insert into wallet.account (kind, owner_id) select 'fan', id from fans)
    insert into messaging.chat (fan_id, model_id, active_at, created_at)
    select id, ${modelId}, timestamptz '2026-01-01' + id * interval '1 minute', timestamptz '2025-01-01' from fans
    order by id`.execute(db);
}

async function addMessages(db: Database, modelId: number, first: number): Promise<void> {
  await sql`
    insert into messaging.message (chat_id, author, type, body, sent_at, updated_at)
    select chat.id, case when n % 2 = 0 then 'fan' else 'model' end, 'text',
      (array['Buenas noches', 'How was your day?', 'Una canción, por favor', 'See you tonight'])[1 + (n + chat.id) % 4]
        || ' ' || to_hex((n * 2654435761 + chat.id * 40503) % 1048576),
      chat.active_at - (${messagesEach * longTimes} - n) * interval '1 second', chat.active_at
    from messaging.chat as chat,
      generate_series(1, ${messagesEach} * case when chat.id = ${first} then ${longTimes} else 1 end) as n
    where chat.model_id = ${modelId}`.execute(db);
}

/** The numbers that triggers keep otherwise, as the owner of the tables may write them. */
async function countUnread(db: Database, modelId: number): Promise<void> {
  await sql`
    update messaging.chat set model_unread = 1, model_read_to = (
      select max(id) from messaging.message where chat_id = chat.id and author = 'model')
    where model_id = ${modelId}`.execute(db);
}

/** Runs `work` while messages have no index but those of constraints; makes the others again afterwards. */
async function withoutIndexes(db: Database, work: () => Promise<void>): Promise<void> {
  const indexes = await readRows(
    db,
    sql<{ name: string; definition: string }>`
      select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
      from pg_index where indrelid = 'messaging.message'::regclass
        and not exists (select from pg_constraint where conindid = indexrelid)`,
  );
  for (const { name } of indexes) await sql`drop index ${sql.raw(name)}`.execute(db);
  await work();
  await sql`set maintenance_work_mem = '1GB'`.execute(db);
  for (const { definition } of indexes) await sql`${sql.raw(definition)}`.execute(db);
}
