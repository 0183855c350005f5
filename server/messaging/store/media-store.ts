import { type Insertable, type Selectable, sql } from "kysely";
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

/** A picture or video with the two of its chat, and whether the fan has bought it; undefined when there is none. */
export async function mediaInChat(
  reader: Reader,
  id: number,
): Promise<(MediaRow & { fan_id: number; model_id: number; bought: boolean }) | undefined> {
  const rows = await readRows(
    reader,
    sql<MediaRow & { fan_id: number; model_id: number; bought: boolean }>`
      select media.*, chat.fan_id, chat.model_id,
        exists (select from messaging.purchase as p where p.media_id = media.id and p.fan_id = chat.fan_id) as bought
      from messaging.media as media join messaging.chat as chat on chat.id = media.chat_id
      where media.id = ${id}`,
  );
  return rows[0];
}

/** Writes down what the check of a file found; false when it is no longer waited for. */
export async function settleMedia(
  tx: Tx,
  id: number,
  found: Partial<
    Pick<MediaRow, "file_key" | "thumb_key" | "blurred_key" | "width" | "height" | "seconds">
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

/** Gives up the files of those of these that nobody has bought; answers the keys of the files to delete. */
export async function releaseUnbought(tx: Tx, ids: readonly number[]): Promise<string[]> {
  return release(
    tx,
    sql`media.id = any (${ids}::bigint[])
      and not exists (select from messaging.purchase as p where p.media_id = media.id)`,
  );
}

/** Gives up every file of a person's chats: what a fan was sent and sent, or what a model sent and was sent. */
export async function releaseAllOf(tx: Tx, personId: number): Promise<string[]> {
  return release(
    tx,
    sql`media.chat_id in (
      select id from messaging.chat where fan_id = ${personId} or model_id = ${personId})`,
  );
}

async function release(tx: Tx, which: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await sql<MediaRow>`
    select * from messaging.media where ${which} and state <> 'gone' order by id for update`.execute(tx);
  if (rows.length === 0) return [];
  await sql`
    update messaging.media set state = 'gone', file_key = null, thumb_key = null, blurred_key = null, description = ''
    where id = any (${rows.map(({ id }) => id)}::bigint[])`.execute(tx);
  return keysOf(rows);
}

/** Which of these keys belong to pictures and videos. */
export async function knownKeys(reader: Reader, keys: string[]): Promise<ReadonlySet<string>> {
  const rows = await readRows(
    reader,
    sql<MediaRow>`
      select * from messaging.media
      where file_key = any (${keys}) or thumb_key = any (${keys}) or blurred_key = any (${keys})`,
  );
  return new Set(keysOf(rows));
}
