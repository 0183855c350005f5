import { sql } from "kysely";
import { type Reader, readRows, type Tx } from "#server/kit/database/database.ts";
import { type CommentRow, commentsPerPage, isShown, shownComments } from "./comments-store.ts";
import type { ContentTables } from "./tables.ts";

export type StudioCommentRow = CommentRow & { title: string };

/**
 * A page of the comments under all posts of a model, the model's own among them, the latest first: those before `before`,
 * or the first ones. One more than a page means that there is another.
 */
export function studioCommentsPage(
  reader: Reader,
  { modelId, before }: { modelId: number; before: number | null },
): Promise<StudioCommentRow[]> {
  return shownComments(reader)
    .select("item.title")
    .where("comment.model_id", "=", modelId)
    .where("item.withdrawn_at", "is", null)
    .$if(before !== null, (query) => query.where("comment.id", "<", before ?? 0))
    .orderBy("comment.id", "desc")
    .limit(commentsPerPage + 1)
    .execute();
}

/** Up to which comment the model has looked at them; 0: never. */
export async function seenComments(reader: Reader, modelId: number): Promise<number> {
  const row = await reader
    .$extendTables<ContentTables>()
    .selectFrom("content.comments_seen")
    .select("seen_id")
    .where("model_id", "=", modelId)
    .executeTakeFirst();
  return row?.seen_id ?? 0;
}

/** Unseen comments are counted no further. */
const countedMax = 100;

/** How many comments of fans the model has not seen, counted to 100. */
export async function countUnseenComments(reader: Reader, modelId: number): Promise<number> {
  const [row] = await readRows(
    reader,
    sql<{ count: number }>`
      select count(*)::int as count from (
        select from content.comment as comment
        join content.item as item on item.id = comment.item_id and item.withdrawn_at is null
        where comment.model_id = ${modelId} and comment.author_role = 'fan' and ${isShown}
          and comment.id > coalesce(
            (select seen_id from content.comments_seen where model_id = ${modelId}), 0)
        limit ${countedMax}) as unseen`,
  );
  return row?.count ?? 0;
}

/** Records that the model has seen the comments up to one of them, the latest at most; an earlier one changes nothing. */
export async function saveSeenComments(tx: Tx, modelId: number, upTo: number): Promise<void> {
  await sql`
    insert into content.comments_seen as seen (model_id, seen_id)
    select ${modelId}, least(${upTo}, max(id)) from content.comment where model_id = ${modelId}
    having max(id) is not null
    on conflict (model_id) do update set seen_id = greatest(seen.seen_id, excluded.seen_id)`.execute(tx);
}
