import { type Selectable, sql, type Updateable } from "kysely";
import { type Reader, readRows, type Tx } from "#server/kit/database/database.ts";
import type { Mode, Role } from "../rules/admission.ts";
import type { RoomTables } from "./tables.ts";

const read = (reader: Reader) => reader.$extendTables<RoomTables>();
const write = (tx: Tx) => tx.$extendTables<RoomTables>();

/** A fan who takes part in a show now. */
export type Present = { fanId: number; role: Role };

/** Rooms with the session that is open in them; `mode` is public and `state` ended while there is none. */
function roomRows(reader: Reader) {
  const open = sql<boolean>`session.state <> 'ended'`;
  return read(reader)
    .selectFrom("live.room as room")
    .leftJoin("live.session as session", "session.id", "room.session_id")
    .selectAll("room")
    .select("session.pause_note")
    .select([
      sql<Mode>`case when ${open} then session.mode else 'public' end`.as("mode"),
      sql<"live" | "paused" | "ended">`coalesce(session.state, 'ended')`.as("state"),
      sql<boolean>`coalesce(session.model_paused, false)`.as("model_paused"),
      sql<boolean>`coalesce(session.spies_allowed and ${open}, false)`.as("spies_allowed"),
      sql<number | null>`case when ${open} and session.mode <> 'public' then session.id end`.as("show_id"),
      sql<Present[]>`case when ${open} and session.mode <> 'public' then coalesce((
        select json_agg(json_build_object('fanId', fan_id, 'role', role) order by id) from live.participant
         where session_id = session.id and ended_at is null), '[]') else '[]' end`.as("participants"),
    ])
    .where("room.closed_at", "is", null);
}

export type RoomRow = Awaited<ReturnType<ReturnType<typeof roomRows>["execute"]>>[number];

/** The room of a slug that is not closed for good, or undefined. */
export function roomBySlug(reader: Reader, slug: string): Promise<RoomRow | undefined> {
  return roomRows(reader).where("room.slug", "=", slug.toLowerCase()).executeTakeFirst();
}

/** The room of a model that is not closed for good, or undefined. */
export function roomOfModel(reader: Reader, modelId: number): Promise<RoomRow | undefined> {
  return roomRows(reader).where("room.model_id", "=", modelId).executeTakeFirst();
}

/** The name of a model's room, also of one that is closed for good. */
export async function slugOfModel(reader: Reader, modelId: number): Promise<string | undefined> {
  const room = await read(reader)
    .selectFrom("live.room")
    .select("slug")
    .where("model_id", "=", modelId)
    .executeTakeFirst();
  return room?.slug;
}

/** The rooms of these models that are not closed for good, by model. */
export async function roomsOfModels(
  reader: Reader,
  modelIds: readonly number[],
): Promise<Map<number, RoomRow>> {
  const rows = await roomRows(reader).where("room.model_id", "in", modelIds).execute();
  return new Map(rows.map((row) => [row.model_id, row]));
}

/** The rooms whose stream has not ended. */
export function liveRooms(reader: Reader): Promise<RoomRow[]> {
  return roomRows(reader).where("session.state", "<>", "ended").orderBy("room.model_id").execute();
}

/** The room of a model, locked: who changes its session holds it until the commit. */
export async function lockRoom(tx: Tx, modelId: number): Promise<RoomRow | undefined> {
  await write(tx)
    .selectFrom("live.room")
    .select("model_id")
    .where("model_id", "=", modelId)
    .forNoKeyUpdate()
    .execute();
  return roomOfModel(tx, modelId);
}

/** Opens a model's room once; harmless when it exists. */
export async function insertRoom(tx: Tx, modelId: number, slug: string, streamKey: string): Promise<void> {
  await write(tx)
    .insertInto("live.room")
    .values({ model_id: modelId, slug, stream_key: streamKey, live_since: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Changes a room. */
export async function updateRoom(
  tx: Tx,
  modelId: number,
  changes: Updateable<RoomTables["live.room"]>,
): Promise<void> {
  await write(tx).updateTable("live.room").set(changes).where("model_id", "=", modelId).execute();
}

/** Stores how many watch, for streams that have not ended. */
export async function storeWatchers(tx: Tx, counts: ReadonlyMap<number, number>): Promise<void> {
  if (counts.size === 0) return;
  await sql`
    update live.room as room set watchers = fresh.watchers
      from unnest(${[...counts.keys()]}::bigint[], ${[...counts.values()]}::int[]) as fresh (model_id, watchers)
     where room.model_id = fresh.model_id and room.watchers <> fresh.watchers
       and exists (select from live.session where id = room.session_id and state <> 'ended')`.execute(tx);
}

/** Tokens tipped to a model since an instant, and in how many tips. */
export async function tippedSince(reader: Reader, modelId: number, since: Date) {
  const row = await read(reader)
    .selectFrom("live.tip")
    .select((eb) => [eb.fn.sum<string | null>("tokens").as("tokens"), eb.fn.countAll<number>().as("tips")])
    .where("model_id", "=", modelId)
    .where("at", ">=", since)
    .executeTakeFirstOrThrow();
  return { tokens: Number(row.tokens ?? 0), tips: row.tips };
}

/** A room's goal and how far it is, in tokens. */
export type RoomGoal = { title: { en: string; es: string }; reached: number; target: number };

/** The goals of those of these models' rooms that have one, by model. */
export async function goalsOf(
  reader: Reader,
  modelIds: readonly number[],
): Promise<ReadonlyMap<number, RoomGoal>> {
  if (modelIds.length === 0) return new Map();
  type Row = { model_id: number; en: string; es: string; target: number; reached: number };
  const rows = await readRows(
    reader,
    sql<Row>`
      select room.model_id, room.goal_title_en as en, room.goal_title_es as es,
        room.goal_target as target, coalesce(tipped.tokens, 0)::int as reached
      from live.room as room
      cross join lateral (
        select sum(tokens) as tokens from live.tip as tip
        where tip.model_id = room.model_id and tip.at >= room.goal_started_at) as tipped
      where room.model_id = any (${[...modelIds]}::bigint[]) and room.goal_target is not null`,
  );
  return new Map(
    rows.map(({ model_id, en, es, target, reached }) => [model_id, { title: { en, es }, reached, target }]),
  );
}

/** Tips to a model since an instant, by stretches of so many seconds, counted from 0. */
export function tippedInStretches(
  reader: Reader,
  modelId: number,
  { since, seconds }: { since: Date; seconds: number },
): Promise<{ stretch: number; tokens: number }[]> {
  const stretch = sql<number>`floor(extract(epoch from at - ${since}::timestamptz) / ${seconds}::int)::int`;
  return read(reader)
    .selectFrom("live.tip")
    .select((eb) => [stretch.as("stretch"), eb.fn.sum<number>("tokens").as("tokens")])
    .where("model_id", "=", modelId)
    .where("at", ">=", since)
    .groupBy("stretch")
    .execute();
}

export type SessionRow = Selectable<RoomTables["live.session"]>;

/** A stream that begins within this time of the last one's end goes on with its broadcast. */
const sameBroadcastMs = 30 * 60_000;

/**
 * Opens a room's next session in place of the last one, which must have ended. The audience has changed unless both
 * are public; answers the session's id.
 */
export async function openSession(
  tx: Tx,
  room: Pick<RoomRow, "model_id">,
  session: Pick<SessionRow, "mode" | "state"> & Partial<SessionRow>,
  at: Date,
): Promise<number> {
  const { id } = await write(tx)
    .insertInto("live.session")
    .values({ ...session, model_id: room.model_id, started_at: at })
    .returning("id")
    .executeTakeFirstOrThrow();
  await updateRoom(tx, room.model_id, { session_id: id });
  return id;
}

/** A show that is over. */
export type PastSession = { modelId: number; mode: "private" | "vip"; startedAt: Date; endedAt: Date };

/** Stores sessions of shows that are over; answers their ids in the same order. */
export async function insertPastSessions(tx: Tx, sessions: readonly PastSession[]): Promise<number[]> {
  const rows = await write(tx)
    .insertInto("live.session")
    .values(
      sessions.map(({ modelId, mode, startedAt, endedAt }) => ({
        ...{ model_id: modelId, mode, state: "ended" as const, started_at: startedAt, ended_at: endedAt },
      })),
    )
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Ends a room's open session; one of a show changes the audience. */
export async function endSession(
  tx: Tx,
  room: Pick<RoomRow, "model_id" | "session_id">,
  at: Date,
): Promise<void> {
  await write(tx)
    .updateTable("live.session")
    .set({ state: "ended", ended_at: at, model_paused: false, pause_note: null })
    .where("id", "=", room.session_id)
    .where("state", "<>", "ended")
    .execute();
}

/** Gives a room the next version of its audience; answers it. */
export async function changeAudience(tx: Tx, modelId: number): Promise<number> {
  const changed = await write(tx)
    .updateTable("live.room")
    .set((eb) => ({ audience_version: eb("audience_version", "+", 1), watchers: 0 }))
    .where("model_id", "=", modelId)
    .returning("audience_version")
    .executeTakeFirstOrThrow();
  return changed.audience_version;
}

/** Changes a room's open session between live and paused. */
export async function setSessionState(
  tx: Tx,
  room: Pick<RoomRow, "session_id">,
  change: { state: "live" | "paused"; model_paused: boolean; pause_note?: string | null },
): Promise<void> {
  await write(tx)
    .updateTable("live.session")
    .set(change)
    .where("id", "=", room.session_id)
    .where("state", "<>", "ended")
    .execute();
}

/** Whether a picture is higher than wide, or wider than high. */
export type RoomShape = NonNullable<RoomRow["shape"]>;

/** The shape that the picture of a model's room was last received in; null before the first. */
export async function shapeOf(reader: Reader, modelId: number): Promise<RoomShape | null> {
  const room = await read(reader)
    .selectFrom("live.room")
    .select("shape")
    .where("model_id", "=", modelId)
    .executeTakeFirst();
  return room?.shape ?? null;
}

/** Keeps the shape of a room's picture. Other rooms of the media, as a fan's camera, have none. */
export async function setShape(tx: Tx, slug: string, shape: RoomShape): Promise<void> {
  await write(tx)
    .updateTable("live.room")
    .set({ shape })
    .where("slug", "=", slug)
    .where(sql<boolean>`shape is distinct from ${shape}`)
    .execute();
}

/** Marks since when a room is live, keeping the first time while it stays live, and which broadcast that is. */
export async function markLive(tx: Tx, modelId: number, at: Date): Promise<void> {
  const justNow = new Date(at.getTime() - sameBroadcastMs);
  await write(tx)
    .updateTable("live.room")
    .set({
      live_since: sql`coalesce(live_since, ${at})`,
      broadcast_at: sql`case when live_since is not null or stopped_at > ${justNow}::timestamptz
        then coalesce(broadcast_at, ${at}::timestamptz) else ${at}::timestamptz end`,
    })
    .where("model_id", "=", modelId)
    .execute();
}
