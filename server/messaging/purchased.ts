import type { PurchasedChatMedia } from "#contract/messaging.ts";
import type { ModelRow } from "#server/catalog/catalog.ts";
import type { MessagingNeeds } from "./needs.ts";
import { presentMedia } from "./present-message.ts";
import { type PurchasedRow, purchasesPage } from "./store/purchases-store.ts";

/** One page of what a fan bought in chats, found by description or the model's name. */
export function listPurchased(needs: MessagingNeeds) {
  return async (
    fanId: number,
    { page, search }: { page: number; search: string },
  ): Promise<{ items: PurchasedChatMedia[]; total: number }> => {
    const { db, catalog } = needs;
    const sellers = search === "" ? [] : await catalog.modelsNamed(db, search);
    const { rows, total } = await purchasesPage(db, fanId, { page, words: search, sellers });
    return { items: await presentPurchases(needs, rows), total };
  };
}

/** What was bought, in the words of the wire. */
export async function presentPurchases(
  { db, catalog, files }: MessagingNeeds,
  rows: readonly PurchasedRow[],
): Promise<PurchasedChatMedia[]> {
  const models = await catalog.models(
    db,
    rows.map(({ model_id }) => model_id),
  );
  const modelOf = new Map(models.map((model) => [model.id, model]));
  return rows.map((row) => {
    const media = presentMedia(row, { clear: true, viewerId: row.fan_id, link: files.link });
    if (!media) throw new Error(`purchase ${row.id} has no picture or video`);
    return {
      id: row.media_id,
      chat_id: row.chat_id,
      message_id: row.message_id,
      title: row.description,
      type: media.type,
      media,
      thumb: media.thumb,
      watchUrl: media.url,
      payed: true,
      purchase_status: "paid",
      price: row.tokens,
      duration: media.duration,
      added_at: row.at.toISOString(),
      model: presentSeller(modelOf.get(row.model_id)),
    };
  });
}

/** Null for a model who has left. */
function presentSeller(model: ModelRow | undefined): PurchasedChatMedia["model"] {
  if (!model) return null;
  return { id: model.id, login: model.login, avatar: model.avatar, name: model.artistic_name };
}
