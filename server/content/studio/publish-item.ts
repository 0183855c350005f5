import { inTransaction } from "#server/kit/database/transaction.ts";
import { createLimit } from "#server/kit/http/limits.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { searchKey } from "#server/kit/search-text.ts";
import type { ContentNeeds } from "../needs.ts";
import { insertItem } from "../store/items-store.ts";
import { drawMedia, type MediaRefusal, type Upload } from "./draw-media.ts";

/** What a model says of an item. `start` and `end` bound when fans find it. */
export type ItemWords = {
  title: string;
  body: string;
  price: number;
  forSubscribers: boolean;
  visible: boolean;
  start: Date | null;
  end: Date | null;
};

export type PublishOrder = { modelId: number; words: ItemWords; upload: Upload };
export type PublishRefusal =
  | MediaRefusal
  | { field: "end"; code: "ends_too_early" }
  | { field: null; code: "too_many"; retryAfterSeconds: number };

const itemsPerHour = 60;

/** Publishes a video or a post with its files; answers its id. */
export function publishItem(needs: ContentNeeds) {
  const perModel = createLimit(itemsPerHour, 3600);
  return async ({
    modelId,
    words,
    upload,
  }: PublishOrder): Promise<Result<{ id: number }, PublishRefusal>> => {
    if (!inOrder(words)) return refuse({ field: "end", code: "ends_too_early" });
    const retryAfterSeconds = await perModel.take(String(modelId));
    if (retryAfterSeconds) return refuse({ field: null, code: "too_many", retryAfterSeconds });
    const media = await drawMedia(needs, upload);
    if (!media.ok) return media;
    const item = {
      ...columnsOf(words),
      ...media.drawn,
      kind: upload.kind,
      model_id: modelId,
      created_at: needs.clock.now(),
    };
    return ok({ id: await inTransaction(needs.db, (tx) => insertItem(tx, item)) });
  };
}

/** An end, if there is one, comes after the start. */
export const inOrder = ({ start, end }: Pick<ItemWords, "start" | "end">) => !start || !end || end > start;

/** An item's words as they are stored. */
export function columnsOf(words: ItemWords) {
  return {
    title: words.title,
    search_text: searchKey(words.title),
    body: words.body,
    price: words.price,
    for_subscribers: words.forSubscribers,
    visible: words.visible,
    starts_at: words.start,
    ends_at: words.end,
  };
}
