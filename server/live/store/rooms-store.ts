import { type Selectable, sql } from "kysely";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import type { LiveTables } from "./tables.ts";

export type RoomRow = Selectable<LiveTables["live.room"]>;

const read = (reader: Reader) => reader.$extendTables<LiveTables>();
const write = (tx: Tx) => tx.$extendTables<LiveTables>();

/** The room of a slug that is not closed for good, or undefined. */
export function roomBySlug(reader: Reader, slug: string): Promise<RoomRow | undefined> {
  return read(reader)
    .selectFrom("live.room")
    .selectAll()
    .where("slug", "=", slug.toLowerCase())
    .where("closed_at", "is", null)
    .executeTakeFirst();
}

/** The room of a model that is not closed for good, or undefined. */
export function roomOfModel(reader: Reader, modelId: number): Promise<RoomRow | undefined> {
  return read(reader)
    .selectFrom("live.room")
    .selectAll()
    .where("model_id", "=", modelId)
    .where("closed_at", "is", null)
    .executeTakeFirst();
}

/** The rooms of these models that are not closed for good, by model. */
export async function roomsOfModels(
  reader: Reader,
  modelIds: readonly number[],
): Promise<Map<number, RoomRow>> {
  const rows = await read(reader)
    .selectFrom("live.room")
    .selectAll()
    .where("model_id", "in", modelIds)
    .where("closed_at", "is", null)
    .execute();
  return new Map(rows.map((row) => [row.model_id, row]));
}

/** The room of a model, locked: whoever changes its audience holds it until the commit. */
export function lockRoom(tx: Tx, modelId: number): Promise<RoomRow | undefined> {
  return write(tx)
    .selectFrom("live.room")
    .selectAll()
    .where("model_id", "=", modelId)
    .where("closed_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
}

/** Opens a model's room once; harmless when it exists. */
export async function insertRoom(tx: Tx, modelId: number, slug: string, streamKey: string): Promise<void> {
  await write(tx)
    .insertInto("live.room")
    .values({ model_id: modelId, slug, stream_key: streamKey })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Changes a room. */
export async function updateRoom(tx: Tx, modelId: number, changes: Partial<RoomRow>): Promise<void> {
  await write(tx).updateTable("live.room").set(changes).where("model_id", "=", modelId).execute();
}

/** Marks since when a room is live, keeping the first time while it stays live. */
export async function markLive(tx: Tx, modelId: number, since: Date): Promise<void> {
  await write(tx)
    .updateTable("live.room")
    .set({ live_since: sql`coalesce(live_since, ${since})` })
    .where("model_id", "=", modelId)
    .execute();
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
