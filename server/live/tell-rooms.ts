import type { Tx } from "#server/kit/database/database.ts";
import { publishEvents } from "#server/kit/outbox/outbox.ts";
import type { TipSent } from "./events.ts";
import type { LiveNeeds } from "./needs.ts";
import { presentLine } from "./present.ts";
import { insertLines, type NewLine } from "./store/lines-store.ts";
import type { RoomRow } from "./store/rooms-store.ts";
import type { TipRow } from "./store/tips-store.ts";

/**
 * Writes each tip into its room's chat and publishes it; `rooms` are the rooms by model. During a one-to-one show its fan
 * tips within it; what others send meanwhile belongs to the public room, which reads it later.
 */
export async function tellRooms(
  tx: Tx,
  { accounts }: Pick<LiveNeeds, "accounts">,
  tips: readonly TipRow[],
  rooms: ReadonlyMap<number, RoomRow>,
): Promise<void> {
  const named = tips.filter(({ anonymous }) => !anonymous).map(({ fan_id }) => fan_id);
  const names = await accounts.logins(tx, [...new Set(named)]);
  const lines = await insertLines(
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
      line: presentLine(line),
    };
  });
  await publishEvents(
    tx,
    sent.map((payload) => ({ kind: "tip_sent", payload })),
  );
}

function showOf(tip: TipRow, rooms: ReadonlyMap<number, RoomRow>): number | null {
  const room = rooms.get(tip.model_id);
  return room?.show_fan_id === tip.fan_id ? room.show_id : null;
}

function lineOf(tip: TipRow, names: ReadonlyMap<number, string>, show_id: number | null): NewLine {
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
    client_message_id: null,
    show_id,
    at: tip.at,
  };
}
