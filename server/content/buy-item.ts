import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { publishEvent } from "#server/kit/outbox/outbox.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { SpendRefusal } from "#server/wallet/wallet.ts";
import type { ContentNeeds } from "./needs.ts";
import { accessOf, stateOf } from "./rules/access.ts";
import { type ItemRow, itemToSell } from "./store/items-store.ts";
import { insertPurchase, lockFan, purchasesOf } from "./store/purchases-store.ts";
import type { ItemKind } from "./store/tables.ts";

export type BuyOrder = {
  fanId: number;
  kind: ItemKind;
  itemId: number;
  /** The caller's id of this intent: the same id is the same purchase. */
  key: string;
  /** The price that the fan was shown; undefined when unknown. */
  shownPrice: number | undefined;
};

export type BuyRefusal = { code: "unknown_item" } | { code: "price_changed"; price: number } | SpendRefusal;
/** `transferId`: the transfer after which `balance` was left, if there was one. */
export type BuyAnswer = Result<{ balance: number; transferId?: number }, BuyRefusal>;

declare module "#server/kit/outbox/outbox.ts" {
  interface Events {
    content_bought: { fanId: number; itemId: number; balance: number; transferId: number };
  }
}

/**
 * Makes a fan the owner of an item, once: tokens, purchase and event stand or fall together. An item that is open to
 * the fan anyway (bought before, free, by subscription) is answered without a charge. `balance` is the fan's
 * afterwards; for a repeated key, the one after the first answer.
 */
export function buyItem(needs: ContentNeeds) {
  return (order: BuyOrder): Promise<BuyAnswer> => inTransaction(needs.db, (tx) => buy(tx, needs, order));
}

/** {@link buyItem} as a part of the caller's transaction. */
export async function buy(tx: Tx, needs: ContentNeeds, order: BuyOrder): Promise<BuyAnswer> {
  const { fanId, itemId, key } = order;
  await lockFan(tx, fanId);
  const earlier = await purchasesOf(tx, fanId, { itemId, key });
  if (earlier.some((one) => one.idem_key === key && one.item_id !== itemId))
    return refuse({ code: "key_conflict" });
  const item = await itemToSell(tx, order.kind, itemId);
  const owned = earlier.find((one) => one.item_id === itemId);
  if (item && owned) {
    if (owned.idem_key === key) return ok({ balance: owned.balance_after, transferId: owned.transfer_id });
    return ok({ balance: await balanceOf(tx, needs, fanId) });
  }
  if (!item || !(await isSold(tx, needs, item))) return refuse({ code: "unknown_item" });
  if (await isOpen(tx, needs, item, fanId)) return ok({ balance: await balanceOf(tx, needs, fanId) });
  if (order.shownPrice !== undefined && order.shownPrice !== item.price)
    return refuse({ code: "price_changed", price: item.price });
  return pay(tx, needs, item, order);
}

const balanceOf = (tx: Tx, { wallet }: ContentNeeds, id: number) => wallet.balance(tx, { kind: "fan", id });

async function isSold(tx: Tx, { catalog, clock }: ContentNeeds, item: ItemRow): Promise<boolean> {
  if (stateOf(item, clock.now()) !== "listed") return false;
  return (await catalog.listed(tx, [item.model_id])).has(item.model_id);
}

async function isOpen(tx: Tx, needs: ContentNeeds, item: ItemRow, fanId: number): Promise<boolean> {
  const subscribed = await needs.subscriptions.subscribed(tx, fanId, [item.model_id]);
  const viewer = { userId: fanId, role: "fan" } as const;
  return accessOf({ ...item, bought_at: null }, viewer, subscribed.has(item.model_id)) !== "locked";
}

async function pay(
  tx: Tx,
  { wallet, catalog, clock }: ContentNeeds,
  item: ItemRow,
  { fanId, key }: BuyOrder,
): Promise<BuyAnswer> {
  const model = await catalog.model(tx, item.model_id);
  const paid = await wallet.transfer(tx, {
    // By fan and item, so that the ledger itself knows no second charge.
    key: `unlock:${item.kind}:${item.id}:${fanId}`,
    from: { kind: "fan", id: fanId },
    to: { kind: "model", id: item.model_id },
    tokens: item.price,
    kind: "unlock",
    reason: item.title,
    ...(model ? { counterpart: model.artistic_name } : {}),
  });
  if (!paid.ok) return paid;
  if (paid.replayed) throw new Error(`item ${item.id} was paid by fan ${fanId} without a purchase`);
  await insertPurchase(tx, {
    fan_id: fanId,
    item_id: item.id,
    price: item.price,
    transfer_id: paid.transferId,
    balance_after: paid.balance,
    idem_key: key,
    bought_at: clock.now(),
  });
  const { balance, transferId } = paid;
  await publishEvent(tx, "content_bought", { fanId, itemId: item.id, balance, transferId });
  return ok({ balance, transferId });
}
