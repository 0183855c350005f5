import { searchKey } from "#contract/search-key.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { ContentNeeds } from "../needs.ts";
import { insertItem, itemOfClient } from "../store/items-store.ts";
import { drawMedia, type MediaRefusal, type Upload } from "./item-files.ts";
import { drawWindow, type WindowOrder, type WindowRefusal } from "./item-window.ts";

/** A model's entries about an item. `start` and `end` bound when fans find it. */
export type ItemFields = {
  title: string;
  body: string;
  price: number;
  forSubscribers: boolean;
  visible: boolean;
  start: Date | null;
  end: Date | null;
};

/** `clientId`: the same one again is the item that was published under it. */
export type PublishOrder = {
  modelId: number;
  fields: ItemFields;
  upload: Upload;
  /** The item's cover and teaser. */
  window: WindowOrder;
  clientId: string | null;
};
export type PublishRefusal =
  | MediaRefusal
  | WindowRefusal
  | { field: "end"; code: "ends_too_early" }
  | { field: null; code: "too_many"; retryAfterSeconds: number };

const itemsPerHour = 60;

/** Publishes a video or a post with its files; answers its id. */
export function publishItem(needs: ContentNeeds) {
  const perModel = needs.limits.create("published_items", itemsPerHour, 3600);
  return async ({
    modelId,
    fields,
    upload,
    window,
    clientId,
  }: PublishOrder): Promise<Result<{ id: number }, PublishRefusal>> => {
    const before = async () => (clientId === null ? undefined : itemOfClient(needs.db, modelId, clientId));
    const known = await before();
    if (known !== undefined) return ok({ id: known });
    if (!inOrder(fields)) return refuse({ field: "end", code: "ends_too_early" });
    const retryAfterSeconds = await perModel.take(String(modelId));
    if (retryAfterSeconds) return refuse({ field: null, code: "too_many", retryAfterSeconds });
    const media = await drawMedia(needs, upload);
    if (!media.ok) return media;
    const shown = await drawWindow(needs, window, media.drawn);
    if (!shown.ok) return shown;
    const item = {
      ...columnsOf(fields),
      ...media.drawn,
      ...shown.drawn,
      kind: upload.kind,
      model_id: modelId,
      client_id: clientId,
      created_at: needs.clock.now(),
    };
    // Only one of two simultaneous calls publishes; the files of the other are swept.
    const id = (await inTransaction(needs.db, (tx) => insertItem(tx, item))) ?? (await before());
    if (id === undefined) throw new Error("an item is gone as soon as it was published");
    return ok({ id });
  };
}

/** An end, if there is one, comes after the start. */
export const inOrder = ({ start, end }: Pick<ItemFields, "start" | "end">) => !start || !end || end > start;

/** An item's fields as they are stored. */
export function columnsOf(fields: ItemFields) {
  return {
    title: fields.title,
    search_text: searchKey(fields.title),
    body: fields.body,
    price: fields.price,
    for_subscribers: fields.forSubscribers,
    visible: fields.visible,
    starts_at: fields.start,
    ends_at: fields.end,
  };
}
