import { sql } from "kysely";
import { type Database, type Reader, readRows, type Tx } from "#server/kit/database/database.ts";
import { deleteInParts } from "#server/kit/database/delete-in-parts.ts";
import { prepareRead } from "#server/kit/database/prepare-read.ts";
import { cardRows, hiddenFrom } from "./models-store.ts";
import { andNotApart } from "./room-conditions.ts";

/** How many rooms a fan's list holds, and for how long. */
export const watchedMax = 20;
const keptDays = 30;

/** Puts a room at the top of a fan's list, and takes from its end what is too many or too old; nothing while it is off. */
export async function insertWatched(tx: Tx, fanId: number, modelId: number, at: Date): Promise<void> {
  await sql`
    insert into catalog.watched (fan_id, model_id, watched_at)
    select ${fanId}, ${modelId}, ${at}
    where not exists (select from catalog.watching_not_kept where fan_id = ${fanId})
      and not exists (select from catalog.blocked where fan_id = ${fanId} and model_id = ${modelId})
    on conflict (fan_id, model_id) do update set watched_at = excluded.watched_at`.execute(tx);
  await sql`
    delete from catalog.watched where fan_id = ${fanId} and (
      ${isOld(at)} or model_id in (
        select model_id from catalog.watched where fan_id = ${fanId}
        order by watched_at desc, model_id offset ${watchedMax}))`.execute(tx);
}

const isOld = (now: Date) =>
  sql<boolean>`watched_at <= ${now}::timestamptz - make_interval(days => ${sql.lit(keptDays)})`;

/** The rooms that a fan has watched lately: those on air first, as far as the fan may know, and each the latest first. */
export const watchedBy = prepareRead((reader, { fanId, now }: { fanId: number; now: Date }) => {
  const hidden = hiddenFrom(fanId);
  return cardRows(reader, fanId)
    .innerJoin("catalog.watched as watched", "watched.model_id", "model.id")
    .where("watched.fan_id", "=", fanId)
    .where(sql<boolean>`not (${isOld(now)})`)
    .where(sql<boolean>`model.listed`)
    .where(sql<boolean>`true${andNotApart(fanId)}`)
    .orderBy(sql`stream.status = 'stopped' or ${hidden}`)
    .orderBy("watched.watched_at", "desc")
    .orderBy("model.id")
    .limit(sql.lit(watchedMax));
});

/** Empties a fan's list; harmless when there is nothing in it. */
export async function deleteWatched(tx: Tx, fanId: number): Promise<void> {
  await sql`delete from catalog.watched where fan_id = ${fanId}`.execute(tx);
}

/** Takes from all lists what is too old. */
export async function trimWatched(db: Database, now: Date): Promise<void> {
  // The condition stands twice because a room may be watched again meanwhile.
  await deleteInParts(
    db,
    (rows) => sql`
      delete from catalog.watched where ${isOld(now)} and (fan_id, model_id) in (
        select fan_id, model_id from catalog.watched where ${isOld(now)} limit ${rows})`,
  );
}

/** Whether a fan's list is kept: it is until they switch it off. */
export async function keepsWatched(reader: Reader, fanId: number): Promise<boolean> {
  const rows = await readRows(reader, sql`select from catalog.watching_not_kept where fan_id = ${fanId}`);
  return rows.length === 0;
}

/** Switches a fan's list on, or off, which empties it. Repeated, it changes nothing. */
export async function saveKeepsWatched(tx: Tx, fanId: number, kept: boolean, at: Date): Promise<void> {
  if (kept) {
    await sql`delete from catalog.watching_not_kept where fan_id = ${fanId}`.execute(tx);
    return;
  }
  await sql`
    insert into catalog.watching_not_kept (fan_id, since) values (${fanId}, ${at}) on conflict do nothing`.execute(
    tx,
  );
  await deleteWatched(tx, fanId);
}
