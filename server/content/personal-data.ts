import { sql } from "kysely";
import type { Database, Tx } from "#server/kit/database/database.ts";
import { type ExportArea, exportRowsMax } from "#server/kit/export/area.ts";
import { deleteReactions } from "./store/comments-store.ts";
import { deleteRatings } from "./store/ratings-store.ts";
import type { ContentTables } from "./store/tables.ts";
import { deleteVisits } from "./store/visits-store.ts";

/**
 * Forgets when a person looked at what, their comments, likes and ratings, and a model's items but for those that somebody bought: they stay with the
 * buyers. The files of what goes are swept later. Safe to repeat.
 */
export async function erasePerson(
  tx: Tx,
  { id, role }: { id: number; role: string },
  now: Date,
): Promise<void> {
  await deleteVisits(tx, id);
  await deleteReactions(tx, id);
  await deleteRatings(tx, id);
  if (role !== "model") return;
  await sql`
    delete from content.item as item
    where item.model_id = ${id}
      and not exists (select from content.purchase as purchase where purchase.item_id = item.id)`.execute(tx);
  await sql`
    update content.item set withdrawn_at = ${now} where model_id = ${id} and withdrawn_at is null`.execute(
    tx,
  );
}

/** A fan's purchases, last visits, comments, likes and ratings; a model's publications and comments. */
export function exportAreas(db: Database, { id, role }: { id: number; role: string }): ExportArea[] {
  const mine = db.$extendTables<ContentTables>();
  const purchases = () =>
    mine
      .selectFrom("content.purchase as purchase")
      .innerJoin("content.item as item", "item.id", "purchase.item_id")
      .select(["purchase.bought_at", "item.kind", "item.title", "purchase.price", "purchase.transfer_id"])
      .where("purchase.fan_id", "=", id)
      .orderBy("purchase.bought_at", "desc")
      .limit(exportRowsMax)
      .execute();
  const visits = () =>
    mine
      .selectFrom("content.visit")
      .select(["kind", "visited_at"])
      .where("fan_id", "=", id)
      .orderBy("kind")
      .execute();
  const published = () =>
    mine
      .selectFrom("content.item")
      .select(["id", "kind", "title", "body", "media_type", "price", "for_subscribers", "visible"])
      .select(["starts_at", "ends_at", "created_at", "withdrawn_at"])
      .where("model_id", "=", id)
      .orderBy("created_at", "desc")
      .limit(exportRowsMax)
      .execute();
  const comments = () =>
    mine
      .selectFrom("content.comment as comment")
      .innerJoin("content.item as item", "item.id", "comment.item_id")
      .select(["comment.id", "item.title as post", "comment.body", "comment.written_at"])
      .select(["comment.removed_at", "comment.removed_by"])
      .where("comment.author_id", "=", id)
      .orderBy("comment.id", "desc")
      .limit(exportRowsMax)
      .execute();
  const likes = () =>
    mine
      .selectFrom("content.post_like as liked")
      .innerJoin("content.item as item", "item.id", "liked.item_id")
      .select(["item.id", "item.title as post", "liked.liked_at"])
      .where("liked.fan_id", "=", id)
      .orderBy("liked.liked_at", "desc")
      .limit(exportRowsMax)
      .execute();
  const ratings = () =>
    mine
      .selectFrom("content.rating as rating")
      .innerJoin("content.item as item", "item.id", "rating.item_id")
      .select(["item.kind", "item.title", "rating.stars", "rating.rated_at"])
      .where("rating.fan_id", "=", id)
      .orderBy("rating.rated_at", "desc")
      .limit(exportRowsMax)
      .execute();
  return role === "model"
    ? [
        { name: "published-content", rows: published },
        { name: "post-comments", rows: comments },
      ]
    : [
        { name: "content-purchases", rows: purchases },
        { name: "content-visits", rows: visits },
        { name: "post-comments", rows: comments },
        { name: "post-likes", rows: likes },
        { name: "content-ratings", rows: ratings },
      ];
}
