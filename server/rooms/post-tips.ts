import type { Tx } from "#server/kit/database/database.ts";
import { publishEvents } from "#server/kit/outbox/outbox.ts";
import { goalReached } from "./change-room.ts";
import type { TipSent } from "./events.ts";
import type { RoomsNeeds } from "./needs.ts";
import { presentMessage } from "./present.ts";
import { insertMessages, type NewMessage } from "./store/messages-store.ts";
import { type RoomRow, roomOfModel } from "./store/rooms-store.ts";
import type { TipRow } from "./store/tips-store.ts";

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
    tips.map((tip) => lineOf(tip, names, showOf(tip, rooms))),
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

function showOf(tip: TipRow, rooms: ReadonlyMap<number, RoomRow>): number | null {
  const room = rooms.get(tip.model_id);
  const isInShow = room?.participants.some(({ fanId, role }) => fanId === tip.fan_id && role !== "spy");
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

/** Shows a sent tip to the room and to the fan's other pages, and moves the goal. Safe to repeat. */
export function onTipSent({ db, realtime }: RoomsNeeds) {
  return async (sent: TipSent): Promise<void> => {
    realtime.publish(`person:${sent.fanId}`, "BalanceChanged", {
      balance: sent.balance,
      reason: sent.line.kind,
      transfer_id: sent.transferId,
    });
    const room = await roomOfModel(db, sent.modelId);
    // Another audience than the one it was meant for is there by now: it finds the tip in the history, if at all.
    if (!room || room.show_id !== (sent.showId ?? null)) return;
    const { audience_version } = room;
    realtime.publish(`room:${sent.slug}`, "RoomMessage", sent.line, audience_version);
    if (!room.goal_target) return;
    const reached = await goalReached(db, room);
    const goal = {
      title_en: room.goal_title_en ?? "",
      title_es: room.goal_title_es ?? "",
      reached,
      target: room.goal_target,
    };
    realtime.publish(`room:${sent.slug}`, "RoomGoal", goal, audience_version);
  };
}
