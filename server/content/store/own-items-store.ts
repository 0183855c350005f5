import { sql } from "kysely";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import { pageWithTotal } from "#server/kit/database/page-with-total.ts";
import { type ItemRow, pageSize } from "./items-store.ts";
import type { ContentTables, ItemKind } from "./tables.ts";

/** An item as its model sees it: how often it was sold, and the tokens it earned. */
export type OwnItem = ItemRow & { sold: number; earned: number };

function ownItems(reader: Reader, modelId: number) {
  return reader
    .$extendTables<ContentTables>()
    .selectFrom("content.item as item")
    .selectAll("item")
    .select([
      sql<number>`(select count(*) from content.purchase where item_id = item.id)::int`.as("sold"),
      sql<number>`(select coalesce(sum(price), 0) from content.purchase where item_id = item.id)::bigint`.as(
        "earned",
      ),
    ])
    .where("item.model_id", "=", modelId)
    .where("item.withdrawn_at", "is", null);
}

/** One page of a model's own items, newest first. */
export function ownItemsPage(
  reader: Reader,
  modelId: number,
  { kind, page }: { kind: ItemKind; page: number },
): Promise<{ rows: OwnItem[]; total: number }> {
  return pageWithTotal((page - 1) * pageSize, (offset) =>
    ownItems(reader, modelId)
      .select((eb) => eb.fn.countAll<number>().over().as("total"))
      .where("item.kind", "=", kind)
      .orderBy("item.created_at", "desc")
      .orderBy("item.id", "desc")
      .limit(pageSize)
      .offset(offset)
      .execute(),
  );
}

/** One item of a model; undefined when it is another's or was deleted. */
export function ownItem(reader: Reader, modelId: number, id: number): Promise<OwnItem | undefined> {
  return ownItems(reader, modelId).where("item.id", "=", id).executeTakeFirst();
}

/** Locks an item that its model is about to change; no purchase of it is made until the transaction ends. */
export function ownItemToChange(tx: Tx, modelId: number, id: number): Promise<ItemRow | undefined> {
  return tx
    .$extendTables<ContentTables>()
    .selectFrom("content.item")
    .selectAll()
    .where("id", "=", id)
    .where("model_id", "=", modelId)
    .where("withdrawn_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
}

/** Changes the fields of an item. */
export async function updateItem(
  tx: Tx,
  id: number,
  changes: Partial<
    Pick<
      ItemRow,
      | "title"
      | "search_text"
      | "body"
      | "price"
      | "for_subscribers"
      | "visible"
      | "starts_at"
      | "ends_at"
      | "withdrawn_at"
      | "thumb_key"
      | "blurred_key"
      | "cover_key"
      | "teaser_key"
      | "teaser_seconds"
    >
  >,
): Promise<void> {
  await tx
    .$extendTables<ContentTables>()
    .updateTable("content.item")
    .set(changes)
    .where("id", "=", id)
    .execute();
}

/** Keeps an item from everybody, its buyers included; false when that was done before or there is none. */
export async function removeItem(tx: Tx, id: number, at: Date): Promise<boolean> {
  const removed = await tx
    .$extendTables<ContentTables>()
    .updateTable("content.item")
    .set((eb) => ({ removed_at: at, withdrawn_at: eb.fn.coalesce("withdrawn_at", eb.val(at)) }))
    .where("id", "=", id)
    .where("removed_at", "is", null)
    .executeTakeFirst();
  return removed.numUpdatedRows > 0n;
}

/** Whether there is an item that staff have not removed. */
export async function itemExists(reader: Reader, id: number): Promise<boolean> {
  const row = await reader
    .$extendTables<ContentTables>()
    .selectFrom("content.item")
    .select("id")
    .where("id", "=", id)
    .where("removed_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes an item that nobody has bought and no seed would import again; answers whether it was deleted. */
export async function deleteUnsold(tx: Tx, id: number): Promise<boolean> {
  const gone = await tx
    .$extendTables<ContentTables>()
    .deleteFrom("content.item as item")
    .where("item.id", "=", id)
    .where("item.seed_key", "is", null)
    .where(sql<boolean>`not exists (select from content.purchase where item_id = item.id)`)
    .executeTakeFirst();
  return gone.numDeletedRows > 0n;
}

const keyColumns = ["media_key", "thumb_key", "blurred_key", "cover_key", "teaser_key"] as const;

/** The keys among these that some item knows. */
export async function knownKeys(reader: Reader, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await reader
    .$extendTables<ContentTables>()
    .selectFrom("content.item")
    .select(keyColumns)
    .where((item) => item.or(keyColumns.map((column) => item(column, "in", [...keys]))))
    .execute();
  return new Set(rows.flatMap((row) => keyColumns.flatMap((column) => row[column] ?? [])));
}
