import type { MenuItem } from "#contract/live.ts";
import type { Reader } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import type { RoomsNeeds } from "../needs.ts";
import { presentMenuItem } from "../present.ts";
import { insertItems, type MenuItemRow, moveItem, offeredItems, removeItems } from "../store/menu-store.ts";
import { lockRoom } from "../store/rooms-store.ts";

/** An item as its model writes it; the price in tokens. */
export type MenuEntry = { title: { en: string; es: string }; price: number };

/** The items that a model offers for a tip, in the model's order. */
export async function readTipMenu(reader: Reader, modelId: number): Promise<MenuItem[]> {
  return (await offeredItems(reader, modelId)).map(presentMenuItem);
}

/**
 * Replaces a model's menu and shows it to the room. An item whose words and price stay keeps its id, wherever it
 * moves; any other is a new one, so that a fan pays only for what they have read.
 */
export function saveTipMenu({ db, clock, realtime }: RoomsNeeds) {
  return async (modelId: number, entries: readonly MenuEntry[]): Promise<MenuItem[]> => {
    const { slug, tip_menu } = await inTransaction(db, async (tx) => {
      const room = await lockRoom(tx, modelId);
      if (!room) throw new Error(`model ${modelId} has no room`);
      const left = await offeredItems(tx, modelId);
      const added_at = clock.now();
      const added = [];
      for (const [position, { title, price }] of entries.entries()) {
        const kept = takeSame(left, { title, price });
        if (!kept)
          added.push({
            model_id: modelId,
            position,
            title_en: title.en,
            title_es: title.es,
            price,
            added_at,
          });
        else if (kept.position !== position) await moveItem(tx, kept.id, position);
      }
      await removeItems(
        tx,
        left.map(({ id }) => id),
        added_at,
      );
      await insertItems(tx, added);
      return { slug: room.slug, tip_menu: await readTipMenu(tx, modelId) };
    });
    realtime.publish(`room:${slug}`, "RoomTipMenu", { tip_menu });
    return tip_menu;
  };
}

/** Removes the first row with the same content from `rows`. */
function takeSame(rows: MenuItemRow[], { title, price }: MenuEntry): MenuItemRow | undefined {
  const at = rows.findIndex(
    (row) => row.title_en === title.en && row.title_es === title.es && row.price === price,
  );
  return at < 0 ? undefined : rows.splice(at, 1)[0];
}
