import { type Insertable, type RawBuilder, type Selectable, sql } from "kysely";
import { type Reader, readRows, type Tx } from "#server/kit/database/database.ts";
import type { MessagingTables } from "./tables.ts";

export type MediaRow = Selectable<MessagingTables["messaging.media"]>;
type NewMedia = Insertable<MessagingTables["messaging.media"]>;

const write = (tx: Tx) => tx.$extendTables<MessagingTables>();
const keysOf = (rows: readonly Pick<MediaRow, "file_key" | "thumb_key" | "blurred_key">[]) =>
  rows.flatMap((row) => [row.file_key, row.thumb_key, row.blurred_key].filter((key) => key !== null));

/** Adds a picture or video. */
export function insertMedia(tx: Tx, media: NewMedia): Promise<MediaRow> {
  return write(tx).insertInto("messaging.media").values(media).returningAll().executeTakeFirstOrThrow();
}

/** A picture or video, kept from being deleted until the transaction ends. */
export function lockMedia(tx: Tx, id: number): Promise<MediaRow | undefined> {
  return write(tx)
    .selectFrom("messaging.media")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** A picture or video, or undefined. */
export function mediaById(reader: Reader, id: number): Promise<MediaRow | undefined> {
  return reader
    .$extendTables<MessagingTables>()
    .selectFrom("messaging.media")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
}

/** These pictures and videos, by number. */
export async function mediaByIds(reader: Reader, ids: readonly number[]): Promise<Map<number, MediaRow>> {
  const rows = await readRows(
    reader,
    sql<MediaRow>`select * from messaging.media where id = any (${ids}::bigint[])`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** A picture or video for many is for sale from now on. */
export async function offerOriginal(
  tx: Tx,
  id: number,
  { price, description }: { price: number; description: string },
): Promise<void> {
  await write(tx)
    .updateTable("messaging.media")
    .set({ message_type: "paid_media", price, description })
    .where("id", "=", id)
    .execute();
}

type OfChat = { fan_id: number | null; model_id: number; bought: boolean };

/**
 * A picture or video with the two of its chat, and whether the fan has bought it; one for many has its model alone.
 * Undefined when there is none.
 */
export async function mediaInChat(reader: Reader, id: number): Promise<(MediaRow & OfChat) | undefined> {
  const rows = await readRows(
    reader,
    sql<MediaRow & OfChat>`
      select media.*, chat.fan_id, coalesce(chat.model_id, media.of_model) as model_id,
        exists (select from messaging.purchase as p where p.media_id = media.id and p.fan_id = chat.fan_id) as bought
      from messaging.media as media left join messaging.chat as chat on chat.id = media.chat_id
      where media.id = ${id}`,
  );
  return rows[0];
}

/** Writes down what the check of a file found; false when it is no longer waited for. */
export async function settleMedia(
  tx: Tx,
  id: number,
  found: Partial<
    Pick<
      MediaRow,
      "broken_reason" | "file_key" | "thumb_key" | "blurred_key" | "width" | "height" | "seconds"
    >
  > & {
    state: "ready" | "broken";
  },
): Promise<boolean> {
  const row = await write(tx)
    .updateTable("messaging.media")
    .set(found)
    .where("id", "=", id)
    .where("state", "=", "processing")
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Every copy of the picture or video of a message to many. */
export async function copiesOfMass(reader: Reader, massId: number): Promise<number[]> {
  const rows = await readRows(
    reader,
    sql<Pick<MediaRow, "id">>`select id from messaging.media where mass_message_id = ${massId}`,
  );
  return rows.map(({ id }) => id);
}

type TakenBack = { chat_id: number; fan_id: number; model_id: number } & {
  media_id: number;
  mass_message_id: number | null;
};

/** The picture or video of a message that is gone, with the two of its chat; undefined when it had none. */
export async function mediaTakenFrom(reader: Reader, messageId: number): Promise<TakenBack | undefined> {
  const rows = await readRows(
    reader,
    sql<TakenBack>`
      select media.id as media_id, media.mass_message_id, chat.id as chat_id, chat.fan_id, chat.model_id
      from messaging.media as media join messaging.chat as chat on chat.id = media.chat_id
      where media.taken_from = ${messageId}`,
  );
  return rows[0];
}

/**
 * Whether anybody has anything of a message: it stands, or who bought what it showed keeps that, in any chat from which
 * it went.
 */
export async function messageExists(reader: Reader, messageId: number): Promise<boolean> {
  const [found] = await readRows(
    reader,
    sql<{ there: boolean }>`
      select exists (select from messaging.message where id = ${messageId}) or exists (
        select from messaging.media as taken
        left join messaging.mass_message as mass
          on mass.id = taken.mass_message_id and mass.audience <> 'new_subscribers'
        join messaging.media as kept on kept.id = taken.id or kept.mass_message_id = mass.id
        where taken.taken_from = ${messageId} and kept.state <> 'gone') as there`,
  );
  return found?.there === true;
}

/** Gives up the files of those of these that nobody has bought; answers the keys of the files that nothing else can have. */
export async function releaseUnbought(tx: Tx, ids: readonly number[]): Promise<string[]> {
  const released = await release(
    tx,
    sql`media.id = any (${ids}::bigint[])
      and not exists (select from messaging.purchase as p where p.media_id = media.id)`,
  );
  return ownKeysOf(released);
}

/** Gives up the files of these, from who bought them too; the sweep deletes them. False when they were given up before. */
export async function releaseFromAll(tx: Tx, ids: readonly number[]): Promise<boolean> {
  return (await release(tx, sql`media.id = any (${ids}::bigint[])`)).length > 0;
}

/** So many pictures and videos of these chats whose files have not been given up. */
export async function unreleasedOf(
  reader: Reader,
  chats: readonly number[],
  most: number,
): Promise<number[]> {
  const rows = await readRows(
    reader,
    sql<Pick<MediaRow, "id">>`
      select id from messaging.media
      where chat_id = any (${chats}::bigint[]) and state <> 'gone' limit ${most}`,
  );
  return rows.map(({ id }) => id);
}

/** Gives up the files that a model has for many. Copies that were sent stay. */
export async function releaseOriginalsOf(tx: Tx, modelId: number): Promise<void> {
  await release(tx, sql`media.of_model = ${modelId}`);
}

/** Gives up files for many that were uploaded before an instant and that no message has. */
export async function releaseUnusedOriginals(tx: Tx, before: Date): Promise<void> {
  await release(
    tx,
    sql`media.of_model is not null and media.created_at < ${before}
      and not exists (select from messaging.mass_message as mass where mass.media_id = media.id)`,
  );
}

/** The keys that nothing else can have: those of messages to many are shared by their copies, and deleted by the sweep after the last. */
const ownKeysOf = (rows: readonly MediaRow[]) =>
  keysOf(rows.filter((row) => row.of_model === null && row.mass_message_id === null));

/** Gives up the files of these; answers what they were. */
async function release(tx: Tx, which: RawBuilder<unknown>): Promise<MediaRow[]> {
  const { rows: locked } = await sql<Pick<MediaRow, "id">>`
    select id from messaging.media where (${which}) and state <> 'gone' order by id for update`.execute(tx);
  if (locked.length === 0) return [];
  // A purchase that the lock was waited for shows to a statement that begins afterwards, and to none before.
  const { rows } = await sql<MediaRow>`
    select * from messaging.media
    where id = any (${locked.map(({ id }) => id)}::bigint[]) and (${which}) and state <> 'gone'`.execute(tx);
  if (rows.length === 0) return [];
  await sql`
    update messaging.media set state = 'gone', file_key = null, thumb_key = null, blurred_key = null, description = ''
    where id = any (${rows.map(({ id }) => id)}::bigint[])`.execute(tx);
  return rows;
}

/**
 * The keys among these that belong to pictures and videos. Copies of a message to many name the same files: of each key
 * the first entry of an index is looked at. With `file_key = key` the planner may read the table, where few keys fill
 * it.
 */
export async function knownKeys(reader: Reader, keys: string[]): Promise<ReadonlySet<string>> {
  const has = (column: "file_key" | "thumb_key" | "blurred_key") => sql<boolean>`
    key = (select ${sql.ref(column)} from messaging.media
           where ${sql.ref(column)} >= key order by ${sql.ref(column)} limit 1)`;
  const rows = await readRows(
    reader,
    sql<{ key: string }>`
      select key from unnest(${keys}::text[]) as key
      where ${has("file_key")} or ${has("thumb_key")} or ${has("blurred_key")}`,
  );
  return new Set(rows.map(({ key }) => key));
}
