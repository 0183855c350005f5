import type { PurchasedChatMedia } from "#contract/messaging.ts";
import type { ModelRow } from "#server/catalog/catalog.ts";
import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { publishPurchase } from "#server/messaging/events.ts";
import type { MessagingNeeds } from "#server/messaging/needs.ts";
import { presentMedia } from "#server/messaging/present-message.ts";
import { chatById } from "#server/messaging/store/chats-store.ts";
import { lockMedia, type MediaRow } from "#server/messaging/store/media-store.ts";
import { messageOfMedia } from "#server/messaging/store/messages-store.ts";
import {
  insertPurchase,
  lockFan,
  type PurchasedRow,
  purchaseByKey,
  purchaseOf,
  purchasesPage,
} from "#server/messaging/store/purchases-store.ts";
import type { SpendRefusal } from "#server/wallet/wallet.ts";

/** `key` is the caller's id of the intent. */
export type MediaOrder = { fanId: number; mediaId: number; key: string };

export type BuyRefusal =
  | { code: "unknown_media" | "not_yours" | "not_for_sale" | "not_ready" | "other_gone" | "banned" }
  | SpendRefusal;

/** `balance` was left after the transfer `transferId`. */
export type Bought = { balance: number; transferId: number; item: PurchasedChatMedia };

/**
 * Buys a paid picture or video, once for ever: what the fan owns is answered as it was then and never charged again,
 * whichever key it is asked under. Tokens, purchase and event stand or fall together.
 */
export function buyMedia(needs: MessagingNeeds) {
  return async (order: MediaOrder): Promise<Result<Bought, BuyRefusal>> => {
    const paid = await inTransaction(needs.db, (tx) => pay(tx, needs, order));
    if (!paid.ok) return paid;
    const [item] = await presentPurchases(needs, [paid.purchase]);
    if (!item) throw new Error(`purchase ${paid.purchase.id} shows nothing`);
    return ok({ balance: paid.purchase.balance_after, transferId: paid.purchase.transfer_id, item });
  };
}

async function pay(
  tx: Tx,
  needs: MessagingNeeds,
  order: MediaOrder,
): Promise<Result<{ purchase: PurchasedRow }, BuyRefusal>> {
  // One key for two at once is decided for one after the other, too.
  await lockFan(tx, order.fanId);
  const used = await purchaseByKey(tx, keyOf(order));
  if (used && used.media_id !== order.mediaId) return refuse({ code: "key_conflict" });
  // A message cannot be taken back in between.
  const media = await lockMedia(tx, order.mediaId);
  const owned = await purchaseOf(tx, order.fanId, order.mediaId);
  if (owned) return ok({ purchase: owned });
  const offer = await findOffer(tx, needs, order, media);
  if (!offer.ok) return offer;
  const { modelId, counterpart, price, messageId } = offer;
  const receipt = await needs.wallet.transfer(tx, {
    key: `chat-media:${order.fanId}:${order.mediaId}`,
    from: { kind: "fan", id: order.fanId },
    to: { kind: "model", id: modelId },
    tokens: price,
    kind: "unlock",
    reason: "",
    counterpart,
  });
  if (!receipt.ok) return receipt;
  await insertPurchase(tx, {
    media_id: order.mediaId,
    chat_id: offer.chatId,
    fan_id: order.fanId,
    idem_key: keyOf(order),
    tokens: price,
    transfer_id: receipt.transferId,
    balance_after: receipt.balance,
    at: needs.clock.now(),
  });
  await publishPurchase(tx, {
    chatId: offer.chatId,
    messageId,
    mediaId: order.mediaId,
    fanId: order.fanId,
    modelId,
    tokens: price,
    balance: receipt.balance,
    transferId: receipt.transferId,
  });
  const purchase = await purchaseOf(tx, order.fanId, order.mediaId);
  if (!purchase) throw new Error(`media ${order.mediaId} was paid and not bought`);
  return ok({ purchase });
}

const keyOf = ({ fanId, key }: MediaOrder) => `${fanId}:${key}`;

type Offer = { chatId: number; messageId: number; modelId: number; counterpart: string; price: number };

/**
 * The offer that would be paid, and its seller. Media that was taken back, is not checked yet or belongs to a model
 * who has left or banned the fan is not sold.
 */
async function findOffer(
  tx: Tx,
  { catalog }: MessagingNeeds,
  { fanId }: MediaOrder,
  media: MediaRow | undefined,
): Promise<Result<Offer, BuyRefusal>> {
  const chat = media?.chat_id ? await chatById(tx, media.chat_id) : undefined;
  if (!media || !chat) return refuse({ code: "unknown_media" });
  if (chat.fan_id !== fanId) return refuse({ code: "not_yours" });
  const message = await messageOfMedia(tx, media.id);
  if (!message) return refuse({ code: "unknown_media" });
  if (media.price === null) return refuse({ code: "not_for_sale" });
  if (media.state !== "ready") return refuse({ code: "not_ready" });
  const model = await catalog.model(tx, chat.model_id, fanId);
  if (!model || model.suspended) return refuse({ code: "other_gone" });
  if (model.banned) return refuse({ code: "banned" });
  return ok({
    chatId: chat.id,
    messageId: message.id,
    modelId: model.id,
    counterpart: model.artistic_name,
    price: media.price,
  });
}

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

/** The purchases in the words of the wire. */
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
