import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { announce } from "#server/kit/outbox/outbox.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { LiveNeeds } from "./live.ts";
import { presentLine } from "./present.ts";
import { insertLine } from "./store/lines-store.ts";
import { type RoomRow, roomOfModel } from "./store/rooms-store.ts";
import { giftById, insertTip, type TipRow, tipByKey } from "./store/tips-store.ts";

export type TipOrder = {
  fanId: number;
  modelId: number;
  /** The caller's id of this intent: the same id is the same tip. */
  key: string;
  what: { amount: number } | { giftId: number; quantity: number };
  message: string;
  anonymous: boolean;
};

export type TipRefusal =
  | { code: "unknown_model" }
  | { code: "unknown_gift" }
  | { code: "key_conflict" }
  | { code: "frozen" }
  | { code: "too_few_tokens"; needed: number; balance: number };

type Priced = { tokens: number; giftId: number | null };

/**
 * Moves a fan's tokens to a model, once per key, and tells the room. She need not be live: her page takes tips too, and
 * she finds them in her room's chat. Tokens, tip, chat line and event stand or fall together; a repeated key answers
 * what the first try answered.
 */
export function sendTip(needs: LiveNeeds) {
  return (order: TipOrder): Promise<Result<{ tip: TipRow }, TipRefusal>> =>
    inTransaction(needs.db, async (tx) => {
      const room = await roomOfModel(tx, order.modelId);
      if (!room || !(await mayReach(tx, needs, order))) return refuse({ code: "unknown_model" });
      const priced = await price(tx, order.what);
      if (!priced) return refuse({ code: "unknown_gift" });
      return pay(tx, needs, order, room, priced);
    });
}

/** Nothing new reaches a model who was taken out of sight; what she had already got is still answered. */
async function mayReach(tx: Tx, { catalog }: LiveNeeds, order: TipOrder): Promise<boolean> {
  if ((await catalog.model(tx, order.modelId))?.listed) return true;
  return (await tipByKey(tx, keyOf(order))) !== undefined;
}

const keyOf = ({ fanId, key }: TipOrder) => `tip:${fanId}:${key}`;

async function price(tx: Tx, what: TipOrder["what"]): Promise<Priced | null> {
  if ("amount" in what) return { tokens: what.amount, giftId: null };
  const gift = await giftById(tx, what.giftId);
  return gift ? { tokens: gift.price * what.quantity, giftId: gift.id } : null;
}

async function pay(
  tx: Tx,
  needs: LiveNeeds,
  order: TipOrder,
  room: RoomRow,
  priced: Priced,
): Promise<Result<{ tip: TipRow }, TipRefusal>> {
  const key = keyOf(order);
  const paid = await needs.wallet.transfer(tx, {
    key,
    from: { kind: "fan", id: order.fanId },
    to: { kind: "model", id: order.modelId },
    tokens: priced.tokens,
    kind: priced.giftId === null ? "tip" : "gift",
    reason: order.message,
    counterpart: room.slug,
  });
  if (!paid.ok) return paid;
  if (paid.replayed) return replay(tx, key, order, priced);
  const tip = await insertTip(tx, {
    idem_key: key,
    fan_id: order.fanId,
    model_id: order.modelId,
    tokens: priced.tokens,
    gift_id: priced.giftId,
    message: order.message,
    anonymous: order.anonymous,
    transfer_id: paid.transferId,
    balance_after: paid.balance,
    at: needs.clock.now(),
  });
  await tellRoom(tx, needs, room, tip);
  return ok({ tip });
}

/** The first answer again, unless this is another order under a used key. */
async function replay(
  tx: Tx,
  key: string,
  order: TipOrder,
  priced: Priced,
): Promise<Result<{ tip: TipRow }, TipRefusal>> {
  const tip = await tipByKey(tx, key);
  if (!tip) throw new Error(`transfer ${key} has no tip`);
  const same =
    tip.gift_id === priced.giftId && tip.message === order.message && tip.anonymous === order.anonymous;
  return same ? ok({ tip }) : refuse({ code: "key_conflict" });
}

async function tellRoom(tx: Tx, needs: LiveNeeds, room: RoomRow, tip: TipRow): Promise<void> {
  const fan = tip.anonymous ? undefined : await needs.accounts.byId(tx, tip.fan_id);
  const line = await insertLine(tx, {
    model_id: room.model_id,
    author_id: fan?.id ?? null,
    author_name: fan?.login ?? "",
    author_role: "fan",
    kind: tip.gift_id === null ? "tip" : "gift",
    body: tip.message,
    tokens: tip.tokens,
    gift_id: tip.gift_id,
    client_message_id: null,
    at: tip.at,
  });
  await announce(tx, {
    kind: "tip_sent",
    payload: {
      modelId: room.model_id,
      slug: room.slug,
      fanId: tip.fan_id,
      balance: tip.balance_after,
      transferId: tip.transfer_id,
      line: presentLine(line),
    },
  });
}
