import type { Tx } from "#server/kit/database/database.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { LiveNeeds } from "./needs.ts";
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

export type UnpayableTip = { code: "unknown_model" | "unknown_gift" | "banned" };

/** Says of each order, in their order, whether it may be paid: its model must be shown to its fan, its gift be on offer. */
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
  const isBanned = await bansAmong(tx, catalog, orders);
  // Nothing new reaches a model who was taken out of sight or wants nothing; what she had got is still answered.
  const closed = orders.filter((order) => !listed.has(order.modelId) || isBanned(order));
  const earlier = await tipsByKeys(tx, closed.map(keyOf));
  return orders.map((order) => {
    const key = keyOf(order);
    const room = rooms.get(order.modelId);
    if (!room || !(listed.has(order.modelId) || earlier.has(key))) return refuse({ code: "unknown_model" });
    if (isBanned(order) && !earlier.has(key)) return refuse({ code: "banned" });
    const price = priceOf(order.what, gifts);
    return price ? ok({ priced: { order, key, room, ...price } }) : refuse({ code: "unknown_gift" });
  });
}

async function bansAmong(tx: Tx, catalog: LiveNeeds["catalog"], orders: readonly TipOrder[]) {
  const fans = [...new Set(orders.map(({ fanId }) => fanId))];
  const models = [...new Set(orders.map(({ modelId }) => modelId))];
  const bans = await catalog.bansBetween(tx, fans, models);
  const pairs = new Set(bans.map(({ fan_id, model_id }) => `${fan_id} ${model_id}`));
  return ({ fanId, modelId }: TipOrder) => pairs.has(`${fanId} ${modelId}`);
}

const keyOf = ({ fanId, key }: TipOrder) => `tip:${fanId}:${key}`;

function priceOf(what: TipOrder["what"], gifts: ReadonlyMap<number, GiftRow>) {
  if ("amount" in what) return { tokens: what.amount, giftId: null };
  const gift = gifts.get(what.giftId);
  return gift ? { tokens: gift.price * what.quantity, giftId: gift.id } : null;
}
