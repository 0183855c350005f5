import type { Reader } from "#server/kit/database/database.ts";
import { type RoomRow, tippedSince } from "./store/rooms-store.ts";

/**
 * Tokens tipped since the room's goal was set. Summed from the tips, so that no tip has to change a row that all
 * others change too.
 */
export async function goalReached(reader: Reader, room: RoomRow): Promise<number> {
  if (!room.goal_started_at) return 0;
  return (await tippedSince(reader, room.model_id, room.goal_started_at)).tokens;
}
