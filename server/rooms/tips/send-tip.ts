import { coalesce } from "#server/kit/coalesce.ts";
import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { Receipt, SpendRefusal, Transfer } from "#server/wallet/wallet.ts";
import type { RoomsNeeds } from "../needs.ts";
import { shownName } from "../shown-name.ts";
import { insertTips, type NewTip, type TipRow, tipsByKeys } from "../store/tips-store.ts";
import { postTips, postTipsInChats, showOf } from "./post-tips.ts";
import { type PricedTip, type TipOrder, type UnpayableTip, validateTips } from "./validate-tips.ts";

/**
 * One batch at a time would be a little faster (measured: a tenth), but a wallet that something else holds would then
 * hold up everybody.
 */
export const tipBatches = { atOnce: 2, batchMax: 50, waitingMax: 500 };

/**
 * Moves a fan's tokens to a model, once per key, and notifies the room, or the chat of the two in which it is given. The
 * model need not be live: their page takes tips too, and they find them in their room's chat. Tokens, tip, message and event stand or fall together; a repeated key answers
 * what the first try answered. Tips that come side by side share one transaction: a storm of them on one model costs a
 * commit and a dozen round trips for many instead of for each.
 */
export function sendTip(needs: RoomsNeeds): (order: TipOrder) => Promise<TipAnswer> {
  return coalesce((orders) => inTransaction(needs.db, (tx) => payTips(tx, needs, orders)), tipBatches);
}

/** The part of the module's needs that paying uses. */
export type PayNeeds = Pick<
  RoomsNeeds,
  "accounts" | "catalog" | "clock" | "wallet" | "holdsContactDetails" | "messaging"
>;

export type TipAnswer = Result<{ tip: TipRow }, UnpayableTip | SpendRefusal>;
type Payment = PricedTip & { receipt: Receipt };

/**
 * Pays tips together, each once per key, and notifies their rooms; the answers stand in the order of the orders. A
 * refused one hinders no other. The tokens, tip, message and event of all others stand or fall together.
 */
export async function payTips(tx: Tx, needs: PayNeeds, orders: readonly TipOrder[]): Promise<TipAnswer[]> {
  const validated = await validateTips(tx, needs, orders);
  const priced = validated.flatMap((one) => (one.ok ? [one.priced] : []));
  const receipts = await needs.wallet.transferAll(tx, priced.map(transferOf));
  const payments = priced.flatMap((one, index) => {
    const receipt = receipts[index];
    return receipt?.ok ? [{ ...one, receipt }] : [];
  });
  const tips = await storeTips(tx, needs, payments);
  const refusals = receipts.values();
  return validated.map((one) => {
    if (!one.ok) return one;
    const receipt = refusals.next().value;
    if (!receipt) throw new Error("an order was left unpaid");
    return receipt.ok ? answerOf(one.priced, receipt, tips.get(one.priced.key)) : receipt;
  });
}

function transferOf({ order, key, room, name, tokens, gift, item }: PricedTip): Transfer {
  return {
    key,
    from: { kind: "fan", id: order.fanId },
    to: { kind: "model", id: order.modelId },
    tokens,
    kind: gift === null ? "tip" : "gift",
    reason: reasonOf(order, item),
    counterpart: shownName({ modelId: order.modelId, name, slug: room.slug }) ?? undefined,
  };
}

/** The text of a tip in the statement: the item that it orders, in the fan's language, and the fan's note. */
function reasonOf({ message, language }: TipOrder, item: PricedTip["item"]): string {
  if (!item) return message;
  const title = language === "es" ? item.title_es : item.title_en;
  return message === "" ? title : `${title}: ${message}`;
}

/**
 * Stores what was paid now and notifies the rooms and chats; answers the tips of all payments by key, earlier ones
 * included.
 */
async function storeTips(
  tx: Tx,
  needs: PayNeeds,
  payments: readonly Payment[],
): Promise<ReadonlyMap<string, TipRow>> {
  const at = needs.clock.now();
  const fresh = payments.filter(({ receipt }) => !receipt.replayed);
  const stored = await insertTips(
    tx,
    fresh.map((payment) => tipOf(payment, at)),
  );
  const rooms = new Map(fresh.map(({ room }) => [room.model_id, room]));
  await postTips(
    tx,
    needs,
    stored.filter(({ chat_id }) => chat_id === null),
    rooms,
  );
  const gifts = new Map(fresh.map(({ key, gift }) => [key, gift]));
  await postTipsInChats(tx, needs, stored, gifts);
  const tips = new Map(stored.map((tip) => [tip.idem_key, tip]));
  const earlier = payments.map(({ key }) => key).filter((key) => !tips.has(key));
  return new Map([...tips, ...(await tipsByKeys(tx, earlier))]);
}

function tipOf({ order, key, tokens, gift, item, receipt, room }: Payment, at: Date): NewTip {
  return {
    idem_key: key,
    fan_id: order.fanId,
    model_id: order.modelId,
    tokens,
    gift_id: gift?.id ?? null,
    menu_item_id: item?.id ?? null,
    chat_id: order.chatId,
    message: order.message,
    anonymous: order.anonymous,
    named_in_public: !order.anonymous && order.chatId === null && showOf(order.fanId, room) === null,
    transfer_id: receipt.transferId,
    balance_after: receipt.balance,
    at,
  };
}

/** The tip, or for a repeated key the first answer again, unless this is another order under a used key. */
function answerOf(
  { order, gift, item }: PricedTip,
  { replayed }: Receipt,
  tip: TipRow | undefined,
): TipAnswer {
  if (!tip) throw new Error(`transfer ${order.key} has no tip`);
  const same =
    tip.gift_id === (gift?.id ?? null) &&
    tip.chat_id === order.chatId &&
    tip.menu_item_id === (item?.id ?? null) &&
    tip.message === order.message &&
    tip.anonymous === order.anonymous;
  return replayed && !same ? refuse({ code: "key_conflict" }) : ok({ tip });
}
