import type { QueryClient } from "@tanstack/react-query";
import type { RoomEntry } from "#web/entities/room/room-entry.ts";
import { beginProfileReading, putInProfile } from "#web/lib/session/viewer.ts";

/**
 * Does `read`, which asks the server for a room now, and puts the balance that an open room's answer carries where
 * everybody reads it: while the live connection is down nothing else brings it. A balance that an event or another
 * answer brings during the reading is newer and stays.
 */
export async function readWithBalance(
  client: QueryClient,
  read: () => Promise<RoomEntry>,
): Promise<RoomEntry> {
  const newer = beginProfileReading();
  const entry = await read();
  if (entry.kind === "open") putInProfile(client, { balance: entry.room.balance }, newer);
  return entry;
}
