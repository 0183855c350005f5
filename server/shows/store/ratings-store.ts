import { sql } from "kysely";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import type { ShowTables } from "./tables.ts";

/** Keeps what a fan thinks of a show of theirs that has ended since an instant and was no promo; answers whether it is one. */
export async function keepRating(
  tx: Tx,
  { fanId, showId, rating, since }: { fanId: number; showId: number; rating: number; since: Date },
): Promise<boolean> {
  const kept = await tx
    .$extendTables<ShowTables>()
    .updateTable("live.participant")
    .set({ rating })
    .where("id", "=", showId)
    .where("fan_id", "=", fanId)
    .where("ended_at", ">=", since)
    .where("role", "<>", "promo")
    .returning("id")
    .executeTakeFirst();
  return kept !== undefined;
}

/** How many ratings a model's shows that ended in a span have, by how many fans, and their mean. */
export async function ratingsBetween(
  reader: Reader,
  modelId: number,
  { from, to }: { from: Date; to: Date },
) {
  return reader
    .$extendTables<ShowTables>()
    .selectFrom("live.participant")
    .select([
      sql<number>`count(*)::int`.as("count"),
      sql<number>`count(distinct fan_id)::int`.as("fans"),
      sql<number>`coalesce(round(avg(rating), 1), 0)::float8`.as("mean"),
    ])
    .where("model_id", "=", modelId)
    .where("rating", "is not", null)
    .where("ended_at", ">=", from)
    .where("ended_at", "<", to)
    .executeTakeFirstOrThrow();
}
