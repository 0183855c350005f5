import type { TopTipper } from "#contract/live.ts";
import { topTippersMax } from "#contract/room-values.ts";
import type { RoomsNeeds } from "../needs.ts";
import type { RoomRow } from "../store/rooms-store.ts";
import { topTippers } from "../store/tips-store.ts";

/**
 * Who gave this broadcast most, by what everybody in the public room could read: tips that were anonymous, or given in a
 * show or a chat, count for nobody, so that no sum tells more than the chat did.
 */
export async function readTopTippers(
  { db, accounts }: Pick<RoomsNeeds, "db" | "accounts">,
  room: Pick<RoomRow, "model_id" | "broadcast_at">,
): Promise<TopTipper[]> {
  if (room.broadcast_at === null) return [];
  const most = await topTippers(db, room.model_id, room.broadcast_at, topTippersMax);
  const names = await accounts.shownNames(
    db,
    most.map(({ fan_id }) => fan_id),
  );
  return most.flatMap(({ fan_id, tokens }) => {
    const name = names.get(fan_id);
    return name === undefined ? [] : [{ id: fan_id, name, tokens }];
  });
}
