import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { ContentNeeds } from "../needs.ts";
import { deleteUnsold, ownItemToChange, updateItem } from "../store/own-items-store.ts";
import { columnsOf, type ItemFields, inOrder } from "./publish-item.ts";

export type ChangeRefusal = "unknown_item" | "ends_too_early";

/** Changes the texts and settings of a model's own item; what is left out stays. */
export function changeItem({ db }: ContentNeeds) {
  return (modelId: number, id: number, change: Partial<ItemFields>): Promise<Result<object, ChangeRefusal>> =>
    inTransaction(db, async (tx) => {
      const item = await ownItemToChange(tx, modelId, id);
      if (!item) return refuse("unknown_item");
      const fields: ItemFields = {
        title: item.title,
        body: item.body,
        price: item.price,
        forSubscribers: item.for_subscribers,
        visible: item.visible,
        start: item.starts_at,
        end: item.ends_at,
        ...change,
      };
      if (!inOrder(fields)) return refuse("ends_too_early");
      await updateItem(tx, id, columnsOf(fields));
      return ok({});
    });
}

/** Takes an item back for good: nobody else sees anything of it. Fans who bought it keep it; when nobody did, its files go too. */
export function withdrawItem({ db, clock, storage, privateFiles }: ContentNeeds) {
  return async (modelId: number, id: number): Promise<Result<object, "unknown_item">> => {
    const gone = await inTransaction(db, async (tx) => {
      const item = await ownItemToChange(tx, modelId, id);
      if (!item) return null;
      const isUnsold = await deleteUnsold(tx, id);
      if (!isUnsold) await updateItem(tx, id, { withdrawn_at: clock.now() });
      return { item, isUnsold };
    });
    if (!gone) return refuse("unknown_item");
    const { cover_key, teaser_key } = gone.item;
    for (const key of [cover_key, teaser_key]) if (key) await storage.discard(key);
    if (gone.isUnsold) {
      await privateFiles.discard(gone.item.media_key);
      await privateFiles.discard(gone.item.thumb_key);
      await storage.discard(gone.item.blurred_key);
    }
    return ok({});
  };
}
