import type { Tx } from "#server/kit/database/database.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { LiveNeeds } from "./live.ts";
import { type RoomRow, roomsOfModels } from "./store/rooms-store.ts";
import { type GiftRow, giftsByIds, tipsByKeys } from "./store/tips-store.ts";

export type TipOrder = {
  fanId: number;
  modelId: number;
  /** The caller's id of this intent: the same id is the same tip. */
  key: string;
  what: { amount: number } | { giftId: number; quantity: number };
  message: string;
  anonymous: boolean;
};

/** An order that may be paid: where it goes and what it costs. */
export type PricedTip = {
  order: TipOrder;
  key: string;
  room: RoomRow;
  tokens: number;
  giftId: number | null;
};

export type UnpayableTip = { code: "unknown_model" } | { code: "unknown_gift" };

/** Says of each order, in their order, whether it may be paid: its model must be shown, its gift be on offer. */
export async function judgeTips(
  tx: Tx,
  { catalog }: Pick<LiveNeeds, "catalog">,
  orders: readonly TipOrder[],
): Promise<Result<{ priced: PricedTip }, UnpayableTip>[]> {
  const models = [...new Set(orders.map(({ modelId }) => modelId))];
  const rooms = await roomsOfModels(tx, models);
  const listed = await catalog.listed(tx, models);
  const gifts = await giftsByIds(
    tx,
    orders.flatMap(({ what }) => ("giftId" in what ? [what.giftId] : [])),
  );
  // Nothing new reaches a model who was taken out of sight; what she had already got is still answered.
  const earlier = await tipsByKeys(tx, orders.filter(({ modelId }) => !listed.has(modelId)).map(keyOf));
  return orders.map((order) => {
    const key = keyOf(order);
    const room = rooms.get(order.modelId);
    if (!room || !(listed.has(order.modelId) || earlier.has(key))) return refuse({ code: "unknown_model" });
    const price = priceOf(order.what, gifts);
    return price ? ok({ priced: { order, key, room, ...price } }) : refuse({ code: "unknown_gift" });
  });
}

const keyOf = ({ fanId, key }: TipOrder) => `tip:${fanId}:${key}`;

function priceOf(what: TipOrder["what"], gifts: ReadonlyMap<number, GiftRow>) {
  if ("amount" in what) return { tokens: what.amount, giftId: null };
  const gift = gifts.get(what.giftId);
  return gift ? { tokens: gift.price * what.quantity, giftId: gift.id } : null;
}
