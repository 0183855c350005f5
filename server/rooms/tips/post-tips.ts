import type { Tx } from "#server/kit/database/database.ts";
import { publishEvents } from "#server/kit/outbox/outbox.ts";
import type { Together } from "#server/kit/outbox/relay.ts";
import { publishBalance } from "#server/wallet/wallet.ts";
import { goalReached } from "../change-room.ts";
import type { TipSent, TipSentInChat } from "../events.ts";
import type { RoomsNeeds } from "../needs.ts";
import { presentMessage } from "../present.ts";
import { insertMessages, type NewMessage } from "../store/messages-store.ts";
import { type RoomRow, roomOfModel, roomsOfModels } from "../store/rooms-store.ts";
import type { TipRow } from "../store/tips-store.ts";
import { readTopTippers } from "./top-tippers.ts";
import type { PricedTip } from "./validate-tips.ts";

/**
 * Writes each tip into its room's chat and publishes it; `rooms` are the rooms by model. During a one-to-one show its fan
 * tips within it; what others send meanwhile belongs to the public room, which reads it later.
 */
export async function postTips(
  tx: Tx,
  { accounts }: Pick<RoomsNeeds, "accounts">,
  tips: readonly TipRow[],
  rooms: ReadonlyMap<number, RoomRow>,
): Promise<void> {
  const named = tips.filter(({ anonymous }) => !anonymous).map(({ fan_id }) => fan_id);
  const names = await accounts.logins(tx, [...new Set(named)]);
  const lines = await insertMessages(
    tx,
    tips.map((tip) => lineOf(tip, names, showOf(tip.fan_id, rooms.get(tip.model_id)))),
  );
  const sent = tips.map((tip, index): TipSent => {
    const [line, room] = [lines[index], rooms.get(tip.model_id)];
    if (!line || !room) throw new Error(`tip ${tip.id} has no line or no room`);
    return {
      modelId: tip.model_id,
      slug: room.slug,
      showId: line.show_id,
      fanId: tip.fan_id,
      balance: tip.balance_after,
      transferId: tip.transfer_id,
      line: presentMessage(line),
    };
  });
  await publishEvents(
    tx,
    sent.map((payload) => ({ kind: "tip_sent", payload })),
  );
}

/**
 * Writes those tips that were given in chats into them, for the two alone; `gifts` are those of all tips by key. The room
 * receives nothing of them but how far its goal is.
 */
export async function postTipsInChats(
  tx: Tx,
  { messaging }: Pick<RoomsNeeds, "messaging">,
  tips: readonly TipRow[],
  gifts: ReadonlyMap<string, PricedTip["gift"]>,
): Promise<void> {
  const given = tips.flatMap((tip) => (tip.chat_id === null ? [] : { ...tip, chat_id: tip.chat_id }));
  if (given.length === 0) return;
  await messaging.tips.store(
    tx,
    given.map(({ idem_key, chat_id, message, transfer_id, tokens, at }) => ({
      chatId: chat_id,
      note: message,
      transferId: transfer_id,
      tokens,
      gift: giftGiven(gifts.get(idem_key) ?? null),
      at,
    })),
  );
  await publishEvents(
    tx,
    given.map(({ model_id, fan_id, balance_after, transfer_id, gift_id }) => ({
      kind: "tip_sent_in_chat" as const,
      payload: {
        modelId: model_id,
        fanId: fan_id,
        balance: balance_after,
        transferId: transfer_id,
        kind: gift_id === null ? ("tip" as const) : ("gift" as const),
      },
    })),
  );
}

function giftGiven(gift: PricedTip["gift"]) {
  if (gift === null) return null;
  const { id, name_en, name_es, image, quantity } = gift;
  return { id, name_en, name_es, image, quantity };
}

/** The show that a fan's tip belongs to: the one that they are in; null in public. */
export function showOf(
  fan: number,
  room: Pick<RoomRow, "participants" | "show_id"> | undefined,
): number | null {
  const isInShow = room?.participants.some(({ fanId, role }) => fanId === fan && role !== "spy");
  return isInShow ? (room?.show_id ?? null) : null;
}

function lineOf(tip: TipRow, names: ReadonlyMap<number, string>, show_id: number | null): NewMessage {
  const name = tip.anonymous ? undefined : names.get(tip.fan_id);
  return {
    model_id: tip.model_id,
    author_id: name === undefined ? null : tip.fan_id,
    author_name: name ?? "",
    author_role: "fan",
    kind: tip.gift_id === null ? "tip" : "gift",
    body: tip.message,
    tokens: tip.tokens,
    gift_id: tip.gift_id,
    menu_item_id: tip.menu_item_id,
    client_message_id: null,
    show_id,
    at: tip.at,
  };
}

/**
 * Shows sent tips to their rooms and to the fans' other pages, then moves the goal of each room and its list of who tipped
 * most, once for all. Safe to repeat.
 */
export function onTipsSent(needs: RoomsNeeds): Together<TipSent> {
  const { db, realtime } = needs;
  return {
    async together(sent) {
      const rooms = await roomsOfModels(db, [...new Set(sent.map(({ modelId }) => modelId))]);
      const [moved, named] = [new Set<RoomRow>(), new Set<RoomRow>()];
      for (const tip of sent) {
        publishBalance(realtime, { ...tip, reason: tip.line.kind });
        const room = rooms.get(tip.modelId);
        // Another audience than the one it was meant for is there by now: it finds the tip in the history, if at all.
        if (!room || room.show_id !== (tip.showId ?? null)) continue;
        realtime.publish(`room:${tip.slug}`, "RoomMessage", tip.line, room.audience_version);
        moved.add(room);
        if (room.show_id === null && tip.line.author.id !== null) named.add(room);
      }
      for (const room of moved) await publishGoal(needs, room);
      for (const room of named) await publishTopTippers(needs, room);
    },
  };
}

async function publishTopTippers(needs: RoomsNeeds, room: RoomRow): Promise<void> {
  const top_tippers = await readTopTippers(needs, room);
  needs.realtime.publish(`room:${room.slug}`, "RoomTopTippers", { top_tippers }, room.audience_version);
}

/** Shows what was given in a chat to the fan's other pages, and moves the goal. Safe to repeat. */
export function onTipSentInChat(needs: RoomsNeeds) {
  return async ({ modelId, fanId, balance, transferId, kind }: TipSentInChat): Promise<void> => {
    publishBalance(needs.realtime, { fanId, balance, reason: kind, transferId });
    const room = await roomOfModel(needs.db, modelId);
    if (room?.show_id === null) await publishGoal(needs, room);
  };
}

async function publishGoal({ db, realtime }: RoomsNeeds, room: RoomRow): Promise<void> {
  if (!room.goal_target) return;
  const reached = await goalReached(db, room);
  const goal = {
    title_en: room.goal_title_en ?? "",
    title_es: room.goal_title_es ?? "",
    reached,
    target: room.goal_target,
  };
  realtime.publish(`room:${room.slug}`, "RoomGoal", goal, room.audience_version);
}
