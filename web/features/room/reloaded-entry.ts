import type { Room } from "#contract/live.ts";
import type { RoomEntry } from "./enter-room.ts";
import { applyRoomEvent } from "./room-events.ts";

/** What to show after a room was loaded again: `before` is what is shown now, `fresh` what the server answered. */
export function reloadedEntry(before: RoomEntry | undefined, fresh: RoomEntry): RoomEntry {
  if (fresh.kind === "failed" && before) return before;
  if (before?.kind !== "open") return fresh;
  // Whoever was inside stays inside, also when the model has left the site: the player says that the stream has ended.
  if (fresh.kind === "not_started" || fresh.kind === "unknown") return withoutStream(before.room);
  // A new token for the same stream is no reason to interrupt the picture.
  if (fresh.kind === "open") return { kind: "open", room: { ...fresh.room, playback: before.room.playback } };
  return fresh;
}

function withoutStream(room: Room): RoomEntry {
  const { id: model_id, login: slug, gender_id } = room.model;
  const stopped = {
    mode: "one_to_many",
    promo: null,
    status: "stopped",
    type: "public",
    watchers: 0,
  } as const;
  const data = { model_id, slug, gender_id, ...stopped };
  return { kind: "open", room: applyRoomEvent(room, { name: "StreamStopped", data }) };
}
