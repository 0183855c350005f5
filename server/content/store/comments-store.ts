import { type Insertable, type Selectable, sql } from "kysely";
import { type Reader, readRows, type Tx } from "#server/kit/database/database.ts";
import type { ContentTables } from "./tables.ts";

export type CommentRow = Selectable<ContentTables["content.comment"]>;

const write = (tx: Tx) => tx.$extendTables<ContentTables>();

export const commentsPerPage = 20;

/** Comments that everybody sees to whom the post is open: not removed, and by nobody who has nothing to do with its model. */
export const isShown = sql<boolean>`comment.removed_at is null
  and not exists (select from content.apart as apart
                  where apart.model_id = item.model_id and apart.fan_id = comment.author_id)`;

export const shownComments = (reader: Reader) =>
  reader
    .$extendTables<ContentTables>()
    .selectFrom("content.comment as comment")
    .innerJoin("content.item as item", "item.id", "comment.item_id")
    .selectAll("comment")
    .where(isShown);

/** A page of a post's comments, the latest first: those before `before`, or the first ones. One more than a page means that there is another. */
export function commentsPage(
  reader: Reader,
  { itemId, before }: { itemId: number; before: number | null },
): Promise<CommentRow[]> {
  return shownComments(reader)
    .where("comment.item_id", "=", itemId)
    .$if(before !== null, (query) => query.where("comment.id", "<", before ?? 0))
    .orderBy("comment.id", "desc")
    .limit(commentsPerPage + 1)
    .execute();
}

/** One comment that is shown, with its post's title; undefined when there is none. */
export function shownComment(reader: Reader, id: number) {
  return shownComments(reader).select("item.title").where("comment.id", "=", id).executeTakeFirst();
}

/** A comment by the id that its author's page made; undefined when there is none. */
export function commentOfClient(
  reader: Reader,
  authorId: number,
  clientId: string,
): Promise<CommentRow | undefined> {
  return reader
    .$extendTables<ContentTables>()
    .selectFrom("content.comment")
    .selectAll()
    .where("author_id", "=", authorId)
    .where("client_id", "=", clientId)
    .executeTakeFirst();
}

/** Adds a comment; undefined when its author has sent one with the same id before. */
export function insertComment(
  tx: Tx,
  comment: Insertable<ContentTables["content.comment"]>,
): Promise<CommentRow | undefined> {
  return write(tx)
    .insertInto("content.comment")
    .values(comment)
    .onConflict((conflict) => conflict.columns(["author_id", "client_id"]).doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** A comment that nobody else removes until the transaction ends, removed or not. */
export function commentToRemove(tx: Tx, id: number) {
  return write(tx)
    .selectFrom("content.comment")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** Whether there is a comment that nobody has taken away. */
export async function commentExists(reader: Reader, id: number): Promise<boolean> {
  const row = await reader
    .$extendTables<ContentTables>()
    .selectFrom("content.comment")
    .select("id")
    .where("id", "=", id)
    .where("removed_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes a comment away with its text. */
export async function removeComment(
  tx: Tx,
  id: number,
  removal: { by: "author" | "model" | "staff"; at: Date },
): Promise<void> {
  await write(tx)
    .updateTable("content.comment")
    .set({ body: "", removed_by: removal.by, removed_at: removal.at })
    .where("id", "=", id)
    .execute();
}

/** Likes a post, or does not any more; repeated, it changes nothing. */
export async function setLike(
  tx: Tx,
  { itemId, fanId, liked, at }: { itemId: number; fanId: number; liked: boolean; at: Date },
): Promise<void> {
  if (liked)
    await write(tx)
      .insertInto("content.post_like")
      .values({ item_id: itemId, fan_id: fanId, liked_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  else
    await write(tx)
      .deleteFrom("content.post_like")
      .where("item_id", "=", itemId)
      .where("fan_id", "=", fanId)
      .execute();
}

export type Reactions = { likes: number; liked: boolean; comments: number };

/** Likes and comments of one post are counted no further: a list costs the same whatever its posts have. */
const countedMax = 1_000;

/** How many likes and comments these posts have, and whether this fan (0: nobody) likes them; by id. */
export async function reactionsOf(
  reader: Reader,
  itemIds: readonly number[],
  fanId: number,
): Promise<Map<number, Reactions>> {
  if (itemIds.length === 0) return new Map();
  const rows = await readRows(
    reader,
    sql<Reactions & { id: number }>`
      select item.id,
        (select count(*) from (
           select from content.post_like as mine where mine.item_id = item.id limit ${sql.lit(countedMax)}) as likes)::int as likes,
        exists (select from content.post_like where item_id = item.id and fan_id = ${fanId}) as liked,
        (select count(*) from (
           select from content.comment as comment where comment.item_id = item.id and ${isShown}
           limit ${sql.lit(countedMax)}) as shown)::int as comments
      from content.item as item where item.id = any (${[...itemIds]}::bigint[])`,
  );
  return new Map(rows.map(({ id, ...reactions }) => [id, reactions]));
}

/** Whether a fan has bought anything of a model. */
export async function isBuyerOf(reader: Reader, fanId: number, modelId: number): Promise<boolean> {
  const rows = await readRows(
    reader,
    sql`select from content.purchase as purchase join content.item as item on item.id = purchase.item_id
        where purchase.fan_id = ${fanId} and item.model_id = ${modelId} limit 1`,
  );
  return rows.length > 0;
}

/** Forgets a person's comments and likes, and, of a model, those of others on their posts. */
export async function deleteReactions(tx: Tx, personId: number): Promise<void> {
  const ofTheirs = sql`item_id in (select id from content.item where model_id = ${personId})`;
  await sql`delete from content.comment where author_id = ${personId}`.execute(tx);
  await sql`delete from content.comment where model_id = ${personId}`.execute(tx);
  await sql`delete from content.comments_seen where model_id = ${personId}`.execute(tx);
  await sql`delete from content.post_like where fan_id = ${personId}`.execute(tx);
  await sql`delete from content.post_like where ${ofTheirs}`.execute(tx);
}
