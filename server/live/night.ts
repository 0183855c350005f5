import type { RoomRow } from "./store/rooms-store.ts";

const eveningMs = 12 * 3600 * 1000;

/** When "tonight" began: with this stream, or 12 hours ago while the model is not live. */
export function nightBegan(room: Pick<RoomRow, "live_since">, now: Date): Date {
  return room.live_since ?? new Date(now.getTime() - eveningMs);
}
