import type { Tx } from "#server/kit/database/database.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { stateOf } from "./admit.ts";
import type { RoomsNeeds } from "./needs.ts";
import { type AdmissionRefusal, may } from "./rules/admission.ts";
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

export type UnpayableTip = { code: AdmissionRefusal | "unknown_gift" };

/** Says of each order, in their order, whether it may be paid: its fan may tip its model, and its gift is on offer. */
export async function validateTips(
  tx: Tx,
  { catalog }: Pick<RoomsNeeds, "catalog">,
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
  const asked = orders.map((order) => {
    const room = rooms.get(order.modelId);
    const actor = { kind: "fan", id: order.fanId, banned: isBanned(order) } as const;
    const shown = { listed: listed.has(order.modelId), suspended: false, two_way_allowed: false };
    return {
      order,
      room,
      admission: room ? may(actor, "tip", stateOf(room, shown)) : refuse("hidden" as const),
    };
  });
  // Hidden models and models who ban the fan get no new tips; a retry still returns its first result.
  const refused = asked.filter(({ admission }) => !admission.ok);
  const earlier = await tipsByKeys(
    tx,
    refused.map(({ order }) => keyOf(order)),
  );
  return asked.map(({ order, room, admission }) => {
    const key = keyOf(order);
    if (!room) return refuse({ code: "hidden" });
    if (!admission.ok && !earlier.has(key)) return refuse({ code: admission.refusal });
    const price = priceOf(order.what, gifts);
    return price ? ok({ priced: { order, key, room, ...price } }) : refuse({ code: "unknown_gift" });
  });
}

async function bansAmong(tx: Tx, catalog: RoomsNeeds["catalog"], orders: readonly TipOrder[]) {
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
