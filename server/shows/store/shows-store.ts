import { type Insertable, type Selectable, sql } from "kysely";
import type { PauseReason, ShowEnd } from "#contract/realtime-events.ts";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import type { ShowTables } from "./tables.ts";

export type ShowRow = Selectable<ShowTables["shows.show"]>;
export type NewShow = Insertable<ShowTables["shows.show"]>;
/** How far a show has come. */
export type Progress = { id: number; servedMs: number; pause: PauseReason | null };

const read = (reader: Reader) => reader.$extendTables<ShowTables>();
const write = (tx: Tx) => tx.$extendTables<ShowTables>();

/** Opens a show. */
export function insertShow(tx: Tx, show: NewShow): Promise<ShowRow> {
  return write(tx).insertInto("shows.show").values(show).returningAll().executeTakeFirstOrThrow();
}

/** The open show of a model or of a fan. */
export function openShow(
  reader: Reader,
  of: { modelId: number } | { fanId: number },
): Promise<ShowRow | undefined> {
  return read(reader)
    .selectFrom("shows.show")
    .selectAll()
    .where("ended_at", "is", null)
    .where("modelId" in of ? "model_id" : "fan_id", "=", "modelId" in of ? of.modelId : of.fanId)
    .executeTakeFirst();
}

/** Takes over open shows whose keeper has not renewed its lease; answers them. */
export function adoptShows(tx: Tx, keeper: string, now: Date, leaseUntil: Date): Promise<ShowRow[]> {
  return write(tx)
    .updateTable("shows.show")
    .set({ keeper, lease_until: leaseUntil })
    .where("ended_at", "is", null)
    .where("keeper", "<>", keeper)
    .where("lease_until", "<=", now)
    .returningAll()
    .execute();
}

/**
 * Keeps how far these shows have come, and what is used of their promos, and renews the lease. Answers which of them are
 * still open and kept by this process.
 */
export async function keepProgress(
  tx: Tx,
  keeper: string,
  leaseUntil: Date,
  progress: readonly Progress[],
): Promise<Set<number>> {
  const ids = progress.map(({ id }) => id);
  const kept = await sql<{ id: number }>`
    update shows.show as show
       set served_ms = fresh.served_ms, pause_reason = fresh.pause, lease_until = ${leaseUntil}
      from unnest(${ids}::bigint[], ${progress.map(({ servedMs }) => servedMs)}::bigint[],
                  ${progress.map(({ pause }) => pause)}::text[]) as fresh (id, served_ms, pause)
     where show.id = fresh.id and show.ended_at is null and show.keeper = ${keeper}
    returning show.id`.execute(tx);
  await spendPromo(tx, ids);
  return new Set(kept.rows.map(({ id }) => Number(id)));
}

/** Ends a show that is open; false when it has ended before. */
export async function closeShow(
  tx: Tx,
  { id, servedMs }: Pick<Progress, "id" | "servedMs">,
  reason: ShowEnd,
  at: Date,
): Promise<boolean> {
  const closed = await write(tx)
    .updateTable("shows.show")
    .set((eb) => ({
      served_ms: eb.fn("greatest", ["served_ms", eb.val(servedMs)]),
      pause_reason: null,
      ended_at: at,
      end_reason: reason,
    }))
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  if (closed.numUpdatedRows === 0n) return false;
  await spendPromo(tx, [id]);
  return true;
}

/**
 * What a show has served in whole seconds is used of its promo, up to the last one but while it is open: the link is used
 * up together with the show's end.
 */
async function spendPromo(tx: Tx, showIds: readonly number[]): Promise<void> {
  await sql`
    update shows.promo_link as link
       set used_s = least(show.used_before_s + show.served_ms / 1000,
                          case when show.ended_at is null then link.duration_s - 1 else link.duration_s end),
           closed_at = case when show.ended_at is not null
                                 and show.used_before_s + show.served_ms / 1000 >= link.duration_s
                            then coalesce(link.closed_at, show.ended_at) else link.closed_at end
      from shows.show as show
     where show.id = any(${showIds}::bigint[]) and link.id = show.promo_link_id`.execute(tx);
}
