import { type Insertable, type Selectable, sql } from "kysely";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import type { RoomTables } from "./tables.ts";

export type MenuItemRow = Selectable<RoomTables["live.menu_item"]>;
export type NewMenuItem = Insertable<RoomTables["live.menu_item"]>;

/** The items that a model offers for a tip now, in the model's order. */
export function offeredItems(reader: Reader, modelId: number): Promise<MenuItemRow[]> {
  return reader
    .$extendTables<RoomTables>()
    .selectFrom("live.menu_item")
    .selectAll()
    .where("model_id", "=", modelId)
    .where("removed_at", "is", null)
    .orderBy("position")
    .execute();
}

/** These items, by id, those that are no longer offered included. */
export async function itemsByIds(reader: Reader, ids: readonly number[]): Promise<Map<number, MenuItemRow>> {
  if (ids.length === 0) return new Map();
  const rows = await reader
    .$extendTables<RoomTables>()
    .selectFrom("live.menu_item")
    .selectAll()
    .where("id", "in", ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Adds items to the menus of their models. */
export async function insertItems(tx: Tx, items: readonly NewMenuItem[]): Promise<void> {
  if (items.length === 0) return;
  await tx.$extendTables<RoomTables>().insertInto("live.menu_item").values(items).execute();
}

/** Puts an item at another place of its menu. */
export async function moveItem(tx: Tx, id: number, position: number): Promise<void> {
  await tx
    .$extendTables<RoomTables>()
    .updateTable("live.menu_item")
    .set({ position })
    .where("id", "=", id)
    .execute();
}

/** Takes items off their menus. */
export async function removeItems(tx: Tx, ids: readonly number[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .$extendTables<RoomTables>()
    .updateTable("live.menu_item")
    .set({ removed_at: at })
    .where("id", "in", ids)
    .execute();
}

/** Forgets what a model offered. Tips keep their price, which the ledger holds. Safe to repeat. */
export async function forgetMenu(tx: Tx, modelId: number): Promise<void> {
  await sql`
    update live.menu_item set title_en = '', title_es = '', removed_at = coalesce(removed_at, added_at)
    where model_id = ${modelId}`.execute(tx);
}
