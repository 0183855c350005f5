import { type Insertable, sql } from "kysely";
import { type Database, type Reader, readRows, type Tx } from "#server/kit/database/database.ts";
import { deleteInParts } from "#server/kit/database/delete-in-parts.ts";
import type { RoomTables } from "./tables.ts";

const read = (reader: Reader) => reader.$extendTables<RoomTables>();
const write = (tx: Tx) => tx.$extendTables<RoomTables>();

/** The moderators of a model's room, the earliest first. */
export function moderatorsOf(reader: Reader, modelId: number): Promise<{ fan_id: number; since: Date }[]> {
  return read(reader)
    .selectFrom("live.moderator")
    .select(["fan_id", "since"])
    .where("model_id", "=", modelId)
    .orderBy("since")
    .orderBy("fan_id")
    .execute();
}

/** Makes a fan a moderator; harmless when they are one. */
export async function insertModerator(tx: Tx, modelId: number, fanId: number, since: Date): Promise<void> {
  await write(tx)
    .insertInto("live.moderator")
    .values({ model_id: modelId, fan_id: fanId, since })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Takes moderating back; answers whether the fan was a moderator. */
export async function deleteModerator(tx: Tx, modelId: number, fanId: number): Promise<boolean> {
  const rows = await write(tx)
    .deleteFrom("live.moderator")
    .where("model_id", "=", modelId)
    .where("fan_id", "=", fanId)
    .returning("fan_id")
    .execute();
  return rows.length > 0;
}

/** Of `mute` and its `room`: it runs until its time, or to the end of its broadcast. */
const isInForce = (now: Date) => sql`
  case when mute.muted_until is null then mute.broadcast_at is not distinct from room.broadcast_at
       else mute.muted_until > ${now} end`;

/** How a fan stands in a model's room: whether they moderate it, and whether they are muted there now. */
export async function standingOf(
  reader: Reader,
  modelId: number,
  fanId: number,
  now: Date,
): Promise<{ moderator: boolean; muted: boolean }> {
  const [row] = await readRows(
    reader,
    sql<{ moderator: boolean; muted: boolean }>`
      select
        exists (select from live.moderator where model_id = ${modelId} and fan_id = ${fanId}) as moderator,
        exists (
          select from live.mute as mute join live.room as room on room.model_id = mute.model_id
           where mute.model_id = ${modelId} and mute.fan_id = ${fanId}
             and ${isInForce(now)}) as muted`,
  );
  return row ?? { moderator: false, muted: false };
}

/** Mutes a fan until an instant, or, with null, for the room's broadcast; it takes the place of an earlier mute. */
export async function upsertMute(tx: Tx, modelId: number, fanId: number, until: Date | null): Promise<void> {
  await sql`
    insert into live.mute (model_id, fan_id, muted_until, broadcast_at)
    select model_id, ${fanId}, ${until}, broadcast_at from live.room where model_id = ${modelId}
    on conflict (model_id, fan_id) do update
      set muted_until = excluded.muted_until, broadcast_at = excluded.broadcast_at`.execute(tx);
}

/** The fans who are muted in a model's room now, the latest mute first, up to a maximum. */
export async function mutesOf(
  reader: Reader,
  modelId: number,
  now: Date,
  mutesMax: number,
): Promise<{ fan_id: number; muted_until: Date | null }[]> {
  return readRows(
    reader,
    sql<{ fan_id: number; muted_until: Date | null }>`
      select mute.fan_id, mute.muted_until
        from live.mute as mute join live.room as room on room.model_id = mute.model_id
       where mute.model_id = ${modelId} and ${isInForce(now)}
       order by mute.muted_until desc nulls first, mute.fan_id limit ${mutesMax}`,
  );
}

/** Ends a mute; answers whether there was one. */
export async function deleteMute(tx: Tx, modelId: number, fanId: number): Promise<boolean> {
  const rows = await write(tx)
    .deleteFrom("live.mute")
    .where("model_id", "=", modelId)
    .where("fan_id", "=", fanId)
    .returning("fan_id")
    .execute();
  return rows.length > 0;
}

export type NewModeration = Insertable<RoomTables["live.moderation"]>;

/** Writes down what was done. */
export async function insertModeration(tx: Tx, entry: NewModeration): Promise<void> {
  await write(tx).insertInto("live.moderation").values(entry).execute();
}

/** The recent acts of moderation in a model's room, the latest first, with the removed messages. */
export function moderationOf(reader: Reader, modelId: number, entriesMax: number) {
  return read(reader)
    .selectFrom("live.moderation as entry")
    .leftJoin("live.line as line", "line.id", "entry.line_id")
    .selectAll("entry")
    .select(["line.body as text", "line.author_name"])
    .where("entry.model_id", "=", modelId)
    .orderBy("entry.id", "desc")
    .limit(entriesMax)
    .execute();
}

const entriesKeptPerRoom = 500;

/** Forgets all but the newest entries of every room, and mutes that are over. */
export async function trimModeration(db: Database, now: Date): Promise<void> {
  await deleteInParts(
    db,
    (rows) => sql`
      delete from live.moderation where id in (
        select entry.id from live.room as room
        cross join lateral (
          select kept.id from live.moderation as kept where kept.model_id = room.model_id
          order by kept.id desc offset ${entriesKeptPerRoom} limit 1) as oldest
        join live.moderation as entry on entry.model_id = room.model_id and entry.id < oldest.id
        limit ${rows})`,
  );
  // The condition stands twice because somebody may be muted again meanwhile.
  await deleteInParts(
    db,
    (rows) => sql`
      delete from live.mute where muted_until < ${now} and (model_id, fan_id) in (
        select model_id, fan_id from live.mute where muted_until < ${now} limit ${rows})`,
  );
}

/** Ends whatever a person moderates, and what others moderate for them. Safe to repeat. */
export async function forgetModerators(tx: Tx, personId: number): Promise<void> {
  await sql`delete from live.moderator where fan_id = ${personId} or model_id = ${personId}`.execute(tx);
}

/** Forgets what a person did as a moderator and what was done to them. Safe to repeat. */
export async function forgetModeration(tx: Tx, personId: number): Promise<void> {
  await forgetModerators(tx, personId);
  await sql`delete from live.mute where fan_id = ${personId} or model_id = ${personId}`.execute(tx);
  await sql`delete from live.moderation where model_id = ${personId}`.execute(tx);
  await sql`update live.moderation set actor_id = null where actor_id = ${personId}`.execute(tx);
  await sql`update live.moderation set fan_id = null where fan_id = ${personId}`.execute(tx);
}
