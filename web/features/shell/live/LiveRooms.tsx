import { useLiveRooms } from "#web/entities/room/use-live-lists.ts";

/** Keeps the list of rooms live; draws nothing. */
export function LiveRooms() {
  useLiveRooms();
  return null;
}
