import { sql } from "kysely";
import { type Reader, readRows, type Tx } from "#server/kit/database/database.ts";
import type { ContentTables } from "./tables.ts";

/**
 * The rating of an item: the mean of buyers' stars, how many have rated it, and the viewing fan's own; 0 and null
 * without.
 */
export type Rated = { stars: number; count: number; mine: number | null };

export const unrated: Rated = { stars: 0, count: 0, mine: null };

/** The ratings of those items that somebody has rated; `fanId` 0 is nobody in particular. */
export async function ratingsOf(
  reader: Reader,
  itemIds: readonly number[],
  fanId: number,
): Promise<Map<number, Rated>> {
  if (itemIds.length === 0) return new Map();
  const rows = await readRows(
    reader,
    sql<Rated & { item_id: number }>`
      select item_id, avg(stars)::float8 as stars, count(*)::int as count,
        max(stars) filter (where fan_id = ${fanId}) as mine
      from content.rating where item_id = any (${[...itemIds]}::bigint[])
      group by item_id`,
  );
  return new Map(rows.map(({ item_id, ...rated }) => [item_id, rated]));
}

/** Keeps the stars of a fan, in place of those that they gave before. */
export async function storeRating(
  tx: Tx,
  { itemId, fanId, stars, at }: { itemId: number; fanId: number; stars: number; at: Date },
): Promise<void> {
  await tx
    .$extendTables<ContentTables>()
    .insertInto("content.rating")
    .values({ item_id: itemId, fan_id: fanId, stars, rated_at: at })
    .onConflict((conflict) => conflict.columns(["item_id", "fan_id"]).doUpdateSet({ stars, rated_at: at }))
    .execute();
}

/** Forgets the ratings of a person. */
export async function deleteRatings(tx: Tx, fanId: number): Promise<void> {
  await tx.$extendTables<ContentTables>().deleteFrom("content.rating").where("fan_id", "=", fanId).execute();
}
