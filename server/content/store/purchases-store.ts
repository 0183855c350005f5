import { type Insertable, type Selectable, sql } from "kysely";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import { pageWithTotal } from "#server/kit/database/page-with-total.ts";
import { likeLiteral } from "#server/kit/search-text.ts";
import { pageSize, type SeenItem } from "./items-store.ts";
import type { ContentTables, ItemKind } from "./tables.ts";

export type PurchaseRow = Selectable<ContentTables["content.purchase"]>;

/** Lets one purchase at a time of this fan be decided, until the transaction ends. */
export async function lockFan(tx: Tx, fanId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`content.fan.${fanId}`}, 0))`.execute(tx);
}

/** The fan's purchases of this item or under this key: none, one, or two by mistake. */
export function purchasesOf(
  tx: Tx,
  fanId: number,
  { itemId, key }: { itemId: number; key: string },
): Promise<PurchaseRow[]> {
  return tx
    .$extendTables<ContentTables>()
    .selectFrom("content.purchase")
    .selectAll()
    .where("fan_id", "=", fanId)
    .where((is) => is.or([is("item_id", "=", itemId), is("idem_key", "=", key)]))
    .limit(2)
    .execute();
}

/** Writes down that a fan owns an item. */
export async function insertPurchase(
  tx: Tx,
  purchase: Insertable<ContentTables["content.purchase"]>,
): Promise<void> {
  await tx.$extendTables<ContentTables>().insertInto("content.purchase").values(purchase).execute();
}

export type PurchasesQuery = {
  kind: ItemKind;
  fanId: number;
  search: string;
  /** The models whose name fits the search, so that all their items do. */
  named: readonly number[];
  page: number;
};

/** One page of what a fan bought, latest purchase first, also those taken back since; not what staff removed. */
export function purchasesPage(
  reader: Reader,
  { kind, fanId, search, named, page }: PurchasesQuery,
): Promise<{ rows: SeenItem[]; total: number }> {
  return pageWithTotal((page - 1) * pageSize, (offset) =>
    reader
      .$extendTables<ContentTables>()
      .selectFrom("content.purchase as purchase")
      .innerJoin("content.item as item", "item.id", "purchase.item_id")
      .selectAll("item")
      .select("purchase.bought_at")
      .select((eb) => eb.fn.countAll<number>().over().as("total"))
      .where("purchase.fan_id", "=", fanId)
      .where("item.kind", "=", kind)
      .where("item.removed_at", "is", null)
      .$if(search !== "", (q) =>
        q.where(
          sql<boolean>`(item.search_text like ${`%${likeLiteral(search)}%`}
          or item.model_id = any(${[...named]}::bigint[]))`,
        ),
      )
      .orderBy("purchase.bought_at", "desc")
      .orderBy("item.id", "desc")
      .limit(pageSize)
      .offset(offset)
      .execute(),
  );
}

/** The fans who bought an item, the latest first, so many at most. */
export async function buyersOfItem(reader: Reader, itemId: number, fansMax: number): Promise<number[]> {
  const rows = await reader
    .$extendTables<ContentTables>()
    .selectFrom("content.purchase")
    .select("fan_id")
    .where("item_id", "=", itemId)
    .orderBy("bought_at", "desc")
    .orderBy("fan_id")
    .limit(fansMax)
    .execute();
  return rows.map(({ fan_id }) => fan_id);
}

/** A fan's payment to a model for an item, by the payment's transfer. */
export type ItemSale = { transfer_id: number; fan_id: number; model_id: number; tokens: number };

/** The fans who have bought an item, the earliest first. */
export function salesOfItem(reader: Reader, itemId: number): Promise<ItemSale[]> {
  return reader
    .$extendTables<ContentTables>()
    .selectFrom("content.purchase as purchase")
    .innerJoin("content.item as item", "item.id", "purchase.item_id")
    .select(["purchase.transfer_id", "purchase.fan_id", "item.model_id", "purchase.price as tokens"])
    .where("item.id", "=", itemId)
    .orderBy("purchase.transfer_id")
    .execute();
}
