import { sql } from "kysely";
import { type Reader, readRows, type Tx } from "#server/kit/database/database.ts";
import type { MassMessageRow } from "./mass-store.ts";
import type { MessagingTables } from "./tables.ts";

/** Lists fans as recipients, each once; answers how many are new. A fan who has had a welcome of this model gets no other. */
export async function insertRecipients(
  tx: Tx,
  { id, model_id, audience }: MassMessageRow,
  fans: readonly number[],
): Promise<number> {
  const welcomeOf = audience === "new_subscribers" ? model_id : null;
  const { numAffectedRows } = await sql`
    insert into messaging.mass_recipient (mass_message_id, fan_id, welcome_of, state)
    select ${id}, fan_id, ${welcomeOf}::bigint, 'waiting' from unnest(${fans}::bigint[]) as fan_id
    on conflict do nothing`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** The next recipients who have nothing yet, so many at most. */
export async function waitingRecipients(tx: Tx, massId: number, max: number): Promise<number[]> {
  const rows = await tx
    .$extendTables<MessagingTables>()
    .selectFrom("messaging.mass_recipient")
    .select("fan_id")
    .where("mass_message_id", "=", massId)
    .where("state", "=", "waiting")
    .orderBy("fan_id")
    .limit(max)
    .execute();
  return rows.map(({ fan_id }) => fan_id);
}

/** Moves recipients who have nothing yet of one message to many to another one; answers how many they are. */
export async function moveWaiting(tx: Tx, from: number, to: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update messaging.mass_recipient set mass_message_id = ${to}
    where mass_message_id = ${from} and state = 'waiting'`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Gives those recipients nothing; without `fans`, nobody who still waits gets anything. */
export async function skipRecipients(tx: Tx, massId: number, fans?: readonly number[]): Promise<void> {
  await sql`
    update messaging.mass_recipient set state = 'skipped'
    where mass_message_id = ${massId} and state = 'waiting'
      and (${fans ?? null}::bigint[] is null or fan_id = any (${fans ?? null}::bigint[]))`.execute(tx);
}

/** The chats of a model with these fans. */
export function chatsWith(
  reader: Reader,
  modelId: number,
  fans: readonly number[],
): Promise<{ id: number; fan_id: number }[]> {
  return readRows(
    reader,
    sql<{ id: number; fan_id: number }>`
      select id, fan_id from messaging.chat
      where model_id = ${modelId} and fan_id = any (${fans}::bigint[]) order by id`,
  );
}

/**
 * Writes a message to many into these chats, each with a picture or video of its own where it has one, and notes who has
 * it; answers the numbers of the copies.
 */
export async function insertCopies(
  tx: Tx,
  mass: MassMessageRow,
  chats: readonly number[],
  at: Date,
): Promise<number[]> {
  const { rows } =
    mass.media_id === null ? await insertTexts(tx, mass, chats, at) : await insertMedia(tx, mass, chats, at);
  await sql`
    update messaging.mass_recipient as recipient set state = 'sent', chat_id = chat.id, message_id = copy.id
    from unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ chat_id }) => chat_id)}::bigint[]) as copy (id, chat_id)
    join messaging.chat as chat on chat.id = copy.chat_id
    where recipient.mass_message_id = ${mass.id} and recipient.fan_id = chat.fan_id`.execute(tx);
  return rows.map(({ id }) => id);
}

type Copy = { id: number; chat_id: number };

const insertTexts = (tx: Tx, mass: MassMessageRow, chats: readonly number[], at: Date) =>
  sql<Copy>`
    insert into messaging.message (chat_id, author, type, body, mass_message_id, sent_at, updated_at)
    select chat_id, 'model', 'text', ${mass.body}, ${mass.id}, ${at}, ${at} from unnest(${chats}::bigint[]) as chat_id
    returning id, chat_id`.execute(tx);

const insertMedia = (tx: Tx, mass: MassMessageRow, chats: readonly number[], at: Date) =>
  sql<Copy>`
    with media as (
      insert into messaging.media (chat_id, mass_message_id, message_type, kind, state, file_key, thumb_key,
        blurred_key, width, height, seconds, price, description, created_at)
      select copy.chat_id, ${mass.id}, message_type, kind, state, file_key, thumb_key,
        blurred_key, width, height, seconds, price, description, ${at}
      from unnest(${chats}::bigint[]) as copy (chat_id), messaging.media as original
      where original.id = ${mass.media_id} and original.state = 'ready'
      returning id, chat_id, message_type)
    insert into messaging.message (chat_id, author, type, body, media_id, mass_message_id, sent_at, updated_at)
    select chat_id, 'model', message_type, ${mass.body}, id, ${mass.id}, ${at}, ${at} from media
    returning id, chat_id`.execute(tx);

/** Deletes every copy; answers whose chats they were and the pictures and videos that they had. */
export async function deleteCopies(tx: Tx, massId: number): Promise<{ fans: number[]; media: number[] }> {
  const { rows } = await sql<{ fan_id: number; media_id: number | null }>`
    delete from messaging.message as message using messaging.chat as chat
    where message.mass_message_id = ${massId} and chat.id = message.chat_id
    returning chat.fan_id, message.media_id`.execute(tx);
  return { fans: rows.map(({ fan_id }) => fan_id), media: rows.flatMap(({ media_id }) => media_id ?? []) };
}

/** The fans who have written to a model, who wrote latest first, so many at most. */
export async function fansWhoWrote(reader: Reader, modelId: number, max: number): Promise<number[]> {
  const rows = await readRows(
    reader,
    sql<{ fan_id: number }>`
      select chat.fan_id from messaging.chat as chat
      where chat.model_id = ${modelId}
        and exists (select from messaging.message as m where m.chat_id = chat.id and m.author = 'fan')
      order by chat.active_at desc, chat.id desc limit ${max}`,
  );
  return rows.map(({ fan_id }) => fan_id);
}

/**
 * The results of a message to many: the number of fans who have it, who have read it and who bought its media, and
 * for how many tokens.
 */
export type MassFigures = { sent: number; read: number; bought: number; tokens: number };

/** The figures of these messages to many. */
export async function massFigures(reader: Reader, ids: readonly number[]): Promise<Map<number, MassFigures>> {
  const rows = await readRows(
    reader,
    sql<MassFigures & { id: number }>`
      select mass.id, reached.sent, reached.read, sold.bought, sold.tokens
      from unnest(${ids}::bigint[]) as mass (id),
        lateral (
          select count(*) as sent, count(*) filter (where chat.fan_read_to >= recipient.message_id) as read
          from messaging.mass_recipient as recipient join messaging.chat as chat on chat.id = recipient.chat_id
          where recipient.mass_message_id = mass.id and recipient.state = 'sent') as reached,
        lateral (
          select count(*) as bought, coalesce(sum(purchase.tokens), 0)::bigint as tokens
          from messaging.media as media join messaging.purchase as purchase on purchase.media_id = media.id
          where media.mass_message_id = mass.id) as sold`,
  );
  return new Map(rows.map(({ id, sent, read, bought, tokens }) => [id, { sent, read, bought, tokens }]));
}
