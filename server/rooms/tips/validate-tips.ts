import type { Language } from "#contract/common.ts";
import type { Tx } from "#server/kit/database/database.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { TipInChatRefusal } from "#server/messaging/messaging.ts";
import { stateOf } from "../admit.ts";
import type { RoomsNeeds } from "../needs.ts";
import { type AdmissionRefusal, may } from "../rules/admission.ts";
import { itemsByIds, type MenuItemRow } from "../store/menu-store.ts";
import { type RoomRow, roomsOfModels } from "../store/rooms-store.ts";
import { type GiftRow, giftsByIds, tipsByKeys } from "../store/tips-store.ts";

export type TipOrder = {
  fanId: number;
  modelId: number;
  /** The caller's id of this intent: the same id is the same tip. */
  key: string;
  /** `amount` of an item of the model's menu is the price that the fan saw. */
  what: { amount: number; menuItemId?: number | undefined } | { giftId: number; quantity: number };
  message: string;
  anonymous: boolean;
  /** The one-to-one chat in which the tip is given; null for a tip in the room. */
  chatId: number | null;
  /** The fan's language; the statement names an item of the menu in it. */
  language: Language;
};

/** A valid order with its room and its price in tokens. */
export type PricedTip = {
  order: TipOrder;
  key: string;
  room: RoomRow;
  /** The model's artistic name. */
  name: string;
  tokens: number;
  gift: (GiftRow & { quantity: number }) | null;
  /** The item of the model's menu that is ordered; null for any other tip. */
  item: MenuItemRow | null;
};

/** `menu_item_changed`: the model no longer offers the item, or never did at this price. */
export type UnpayableTip = {
  code:
    | AdmissionRefusal
    | TipInChatRefusal
    | "unknown_gift"
    | "unknown_menu_item"
    | "menu_item_changed"
    | "contact_details";
};

/**
 * Checks each order and prices it: its fan may tip its model, and its gift or menu item is on sale. The price of a
 * gift comes from the catalogue, never from the caller. Answers in the order of `orders`.
 */
export async function validateTips(
  tx: Tx,
  {
    catalog,
    holdsContactDetails,
    messaging,
  }: Pick<RoomsNeeds, "catalog" | "holdsContactDetails" | "messaging">,
  orders: readonly TipOrder[],
): Promise<Result<{ priced: PricedTip }, UnpayableTip>[]> {
  const models = [...new Set(orders.map(({ modelId }) => modelId))];
  const rooms = await roomsOfModels(tx, models);
  const faces = await catalog.faces(tx, models);
  const gifts = await giftsByIds(
    tx,
    orders.flatMap(({ what }) => ("giftId" in what ? [what.giftId] : [])),
  );
  const items = await itemsByIds(
    tx,
    orders.flatMap(({ what }) => ("amount" in what ? (what.menuItemId ?? []) : [])),
  );
  const { isBanned, isBlocked } = await apartAmong(tx, catalog, orders);
  const inChat = orders.flatMap(({ chatId, fanId, modelId, message }) =>
    chatId === null ? [] : { chatId, fanId, modelId, note: message },
  );
  const chatRefusals = (await messaging.tips.refusals(tx, inChat)).values();
  const asked = orders.map((order) => {
    const room = rooms.get(order.modelId);
    const actor = {
      kind: "fan",
      id: order.fanId,
      banned: isBanned(order),
      blocked: isBlocked(order),
    } as const;
    const face = faces.get(order.modelId);
    const shown = { listed: face?.listed ?? false, suspended: false, two_way_allowed: false };
    return {
      order,
      room,
      name: face?.name ?? "",
      admission: room ? may(actor, "tip", stateOf(room, shown)) : refuse("hidden" as const),
      price: priceOf(order, gifts, items),
      held: holdsContactDetails(order.message) ? ("contact_details" as const) : null,
      fromChat: order.chatId === null ? null : (chatRefusals.next().value ?? null),
    };
  });
  // An order that is refused now may have been paid before: a retry still returns its first result.
  const refused = asked.filter(
    ({ admission, price, held, fromChat }) => !admission.ok || !price.ok || held || fromChat,
  );
  const earlier = await tipsByKeys(
    tx,
    refused.map(({ order }) => keyOf(order)),
  );
  return asked.map(({ order, room, name, admission, price, held, fromChat }) => {
    const key = keyOf(order);
    if (!room) return refuse({ code: "hidden" });
    const isPaid = earlier.has(key);
    if (!admission.ok && !isPaid) return refuse({ code: admission.refusal });
    const refusedNote = fromChat ?? held;
    if (refusedNote && !isPaid) return refuse({ code: refusedNote });
    if (price.ok) return ok({ priced: { order, key, room, name, ...price.price } });
    const { code, asPaid } = price.refusal;
    return isPaid && asPaid ? ok({ priced: { order, key, room, name, ...asPaid } }) : refuse({ code });
  });
}

/** Tells which orders come from a fan whom the model has banned, or who has blocked the model. */
async function apartAmong(tx: Tx, catalog: RoomsNeeds["catalog"], orders: readonly TipOrder[]) {
  const fans = [...new Set(orders.map(({ fanId }) => fanId))];
  const models = [...new Set(orders.map(({ modelId }) => modelId))];
  const pairs = await catalog.pairsApart(tx, fans, models);
  return {
    isBanned: isAmong(pairs.filter(({ by }) => by === "model")),
    isBlocked: isAmong(pairs.filter(({ by }) => by === "fan")),
  };
}

function isAmong(rows: readonly { fan_id: number; model_id: number }[]) {
  const pairs = new Set(rows.map(({ fan_id, model_id }) => `${fan_id} ${model_id}`));
  return ({ fanId, modelId }: TipOrder) => pairs.has(`${fanId} ${modelId}`);
}

const keyOf = ({ fanId, key }: TipOrder) => `tip:${fanId}:${key}`;

type Price = Pick<PricedTip, "tokens" | "gift" | "item">;
/** `asPaid`: the price while the item was on sale. */
type Unpriced = { code: UnpayableTip["code"]; asPaid?: Price };

/** The price in tokens of a gift (its catalogue price times the quantity), of a menu item, or of a plain tip. */
function priceOf(
  { what, modelId }: TipOrder,
  gifts: ReadonlyMap<number, GiftRow>,
  items: ReadonlyMap<number, MenuItemRow>,
): Result<{ price: Price }, Unpriced> {
  if ("giftId" in what) {
    const gift = gifts.get(what.giftId);
    if (!gift) return refuse({ code: "unknown_gift" });
    return ok({
      price: { tokens: gift.price * what.quantity, gift: { ...gift, quantity: what.quantity }, item: null },
    });
  }
  const price = { tokens: what.amount, gift: null };
  if (what.menuItemId === undefined) return ok({ price: { ...price, item: null } });
  const item = items.get(what.menuItemId);
  if (item?.model_id !== modelId) return refuse({ code: "unknown_menu_item" });
  return item.removed_at === null && item.price === what.amount
    ? ok({ price: { ...price, item } })
    : refuse({ code: "menu_item_changed", asPaid: { ...price, item } });
}
