import { type Insertable, type Selectable, sql } from "kysely";
import { type Reader, readRows, type Tx } from "#server/kit/database/database.ts";
import type { ContentTables, ItemKind } from "./tables.ts";

export type ItemRow = Omit<Selectable<ContentTables["content.item"]>, "client_id">;
export type NewItem = Insertable<ContentTables["content.item"]>;
/** An item, and when the viewing fan bought it. */
export type SeenItem = ItemRow & { bought_at: Date | null };

const read = (reader: Reader) => reader.$extendTables<ContentTables>();
const write = (tx: Tx) => tx.$extendTables<ContentTables>();

const itemColumns = [
  "id",
  "kind",
  "model_id",
  "title",
  "body",
  "search_text",
  "media_type",
  "price",
  "for_subscribers",
  "visible",
  "starts_at",
  "ends_at",
  "media_key",
  "thumb_key",
  "blurred_key",
  "cover_key",
  "teaser_key",
  "teaser_seconds",
  "seconds",
  "width",
  "height",
  "seed_key",
  "created_at",
  "published_at",
  "withdrawn_at",
  "removed_at",
] as const satisfies readonly (keyof ItemRow)[];

/** Items with when a fan bought them (0 = nobody in particular), but for those that staff have removed. */
export function seenItems(reader: Reader, fanId: number) {
  return read(reader)
    .selectFrom("content.item as item")
    .leftJoin("content.purchase as purchase", (join) =>
      join.onRef("purchase.item_id", "=", "item.id").on("purchase.fan_id", "=", fanId),
    )
    .where("item.removed_at", "is", null)
    .select(itemColumns.map((column) => `item.${column}` as const))
    .select("purchase.bought_at");
}

export const pageSize = 20;

/** The items that any fan may find at a moment. */
export const onOffer = (now: Date) =>
  sql<boolean>`item.visible and item.withdrawn_at is null
    and (item.starts_at is null or item.starts_at <= ${now})
    and (item.ends_at is null or item.ends_at > ${now})`;

/** One item as a fan sees it (0 = nobody in particular), on offer or not; undefined when there is none. */
export function itemById(
  reader: Reader,
  kind: ItemKind,
  id: number,
  fanId: number,
): Promise<SeenItem | undefined> {
  return seenItems(reader, fanId).where("item.kind", "=", kind).where("item.id", "=", id).executeTakeFirst();
}

/** An item that nobody changes until the transaction ends. */
export function itemToSell(tx: Tx, kind: ItemKind, id: number): Promise<ItemRow | undefined> {
  return write(tx)
    .selectFrom("content.item")
    .selectAll()
    .where("kind", "=", kind)
    .where("id", "=", id)
    .forShare()
    .executeTakeFirst();
}

/** How many items of these models are on offer and newer than a moment (null: any). */
export async function newerItems(
  reader: Reader,
  kind: ItemKind,
  models: readonly number[],
  { after, now }: { after: Date | null; now: Date },
): Promise<number> {
  const newer = read(reader)
    .selectFrom("content.item as item")
    .select((eb) => eb.fn.countAll<number>().as("newer"))
    .where("item.kind", "=", sql.lit(kind))
    .where(sql<boolean>`item.model_id = any(${[...models]}::bigint[])`)
    .where(onOffer(now))
    .$if(after !== null, (q) => q.where("item.published_at", ">", after ?? now));
  const [row] = await readRows(reader, newer);
  return row?.newer ?? 0;
}

/** Stores an item; answers its id, or undefined when its model has published one with the same client's id before. */
export async function insertItem(tx: Tx, item: NewItem): Promise<number | undefined> {
  const added = await write(tx)
    .insertInto("content.item")
    .values(item)
    .onConflict((conflict) =>
      conflict.columns(["model_id", "client_id"]).where("client_id", "is not", null).doNothing(),
    )
    .returning("id")
    .executeTakeFirst();
  return added?.id;
}

/** The item that a model's page has published under an id of its own, on offer or not. */
export async function itemOfClient(
  reader: Reader,
  modelId: number,
  clientId: string,
): Promise<number | undefined> {
  const item = await read(reader)
    .selectFrom("content.item")
    .select("id")
    .where("model_id", "=", modelId)
    .where("client_id", "=", clientId)
    .executeTakeFirst();
  return item?.id;
}
