import { sql } from "kysely";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import type { RoomTables } from "./tables.ts";

/** Keeps what a fan thinks of a show of theirs that is over and was no promo; answers whether it is one. */
export async function keepRating(
  tx: Tx,
  { fanId, showId, rating }: { fanId: number; showId: number; rating: number },
): Promise<boolean> {
  const kept = await tx
    .$extendTables<RoomTables>()
    .updateTable("live.participant")
    .set({ rating })
    .where("id", "=", showId)
    .where("fan_id", "=", fanId)
    .where("ended_at", "is not", null)
    .where("role", "<>", "promo")
    .returning("id")
    .executeTakeFirst();
  return kept !== undefined;
}

/** How many ratings a model's shows that ended since an instant have, by how many fans, and their mean. */
export async function ratingsSince(reader: Reader, modelId: number, since: Date) {
  return reader
    .$extendTables<RoomTables>()
    .selectFrom("live.participant")
    .select([
      sql<number>`count(*)::int`.as("count"),
      sql<number>`count(distinct fan_id)::int`.as("fans"),
      sql<number>`coalesce(round(avg(rating), 1), 0)::float8`.as("mean"),
    ])
    .where("model_id", "=", modelId)
    .where("rating", "is not", null)
    .where("ended_at", ">=", since)
    .executeTakeFirstOrThrow();
}
