import { sql } from "kysely";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import type { CatalogTables } from "./tables.ts";

const write = (tx: Tx) => tx.$extendTables<CatalogTables>();

/** A stream that begins within this time of the last one's end goes on with its broadcast. */
const sameBroadcastMs = 30 * 60_000;

/** Marks a stream as running (or running again). Answers whether that changed anything. */
export async function beginStream(tx: Tx, modelId: number, at: Date): Promise<boolean> {
  const justNow = new Date(at.getTime() - sameBroadcastMs);
  const changed = await write(tx)
    .updateTable("catalog.stream")
    .set({
      status: "began",
      began_at: sql`coalesce(began_at, ${at})`,
      broadcast_at: sql`case when status <> 'stopped' or ended_at > ${justNow}::timestamptz
        then coalesce(broadcast_at, ${at}::timestamptz) else ${at}::timestamptz end`,
    })
    .where("model_id", "=", modelId)
    .where("status", "<>", "began")
    .executeTakeFirst();
  await touchModel(tx, modelId, at);
  return changed.numUpdatedRows > 0n;
}

/** Marks a running stream as paused. Answers whether it ran. */
export async function pauseStream(tx: Tx, modelId: number): Promise<boolean> {
  const changed = await write(tx)
    .updateTable("catalog.stream")
    .set({ status: "paused" })
    .where("model_id", "=", modelId)
    .where("status", "=", "began")
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

/** Resets a stream to stopped, public, nobody watching. Answers whether it ran or was paused. */
export async function stopStream(tx: Tx, modelId: number, at: Date): Promise<boolean> {
  const changed = await write(tx)
    .updateTable("catalog.stream")
    .set({
      status: "stopped",
      type: "public",
      fan_id: null,
      watchers: 0,
      began_at: null,
      ended_at: at,
    })
    .where("model_id", "=", modelId)
    .where("status", "<>", "stopped")
    .executeTakeFirst();
  await touchModel(tx, modelId, at);
  return changed.numUpdatedRows > 0n;
}

/** Stores how many watch, for streams that are not stopped. */
export async function storeWatchers(tx: Tx, counts: ReadonlyMap<number, number>): Promise<void> {
  if (counts.size === 0) return;
  const ids = [...counts.keys()];
  const watchers = [...counts.values()];
  await sql`
    update catalog.stream as stream set watchers = fresh.watchers
      from unnest(${ids}::bigint[], ${watchers}::int[]) as fresh (model_id, watchers)
     where stream.model_id = fresh.model_id and stream.status <> 'stopped'
       and stream.watchers <> fresh.watchers`.execute(tx);
}

/** Ids of all models whose stream is not stopped. */
export async function runningStreams(reader: Reader): Promise<number[]> {
  const rows = await reader
    .$extendTables<CatalogTables>()
    .selectFrom("catalog.stream")
    .select("model_id")
    .where("status", "<>", "stopped")
    .execute();
  return rows.map((row) => row.model_id);
}

/** Notes that a model is here now. */
export async function touchModel(tx: Tx, modelId: number, at: Date): Promise<void> {
  await write(tx)
    .updateTable("catalog.model")
    .set({ last_connection: at })
    .where("id", "=", modelId)
    .execute();
}

/** A one-to-one show and whom it is for. */
export type Show = { type: "private" | "vip" | "promo"; fanId: number };

/** Puts a running stream into a show for one fan. Answers whether it ran in public until now. */
export async function enterShow(tx: Tx, modelId: number, { type, fanId }: Show): Promise<boolean> {
  const changed = await write(tx)
    .updateTable("catalog.stream")
    .set({ type, fan_id: fanId, watchers: 0 })
    .where("model_id", "=", modelId)
    .where("status", "<>", "stopped")
    .where("type", "=", "public")
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

/** Takes a stream out of its show, back to public. */
export async function leaveShow(tx: Tx, modelId: number): Promise<void> {
  await write(tx)
    .updateTable("catalog.stream")
    .set({ type: "public", fan_id: null })
    .where("model_id", "=", modelId)
    .execute();
}
