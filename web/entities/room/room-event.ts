import type { RealtimeEvent } from "#web/lib/realtime/realtime-client.ts";

/** Events that name no room: their topic says of which one they are. */
export const ofOneRoom = [
  "RoomGoal",
  "RoomGoalRemoved",
  "RoomSlowMode",
  "RoomPauseNote",
  "RoomTipMenu",
  "RoomTopTippers",
  "RoomModerators",
] as const;

/** The events about the state of a room, its model and its audience; `dump` restarts the presence feed. */
export const roomEventNames = [
  "StreamBegan",
  "StreamStopped",
  "FanJoinedRoomEvent",
  "FanLeftRoomEvent",
  "ChatRoomStatusChanged",
  "ChatRoomModeChanged",
  "ChatRoomTypeChanged",
  ...ofOneRoom,
  "ShowStarted",
  "ShowMeter",
  "ShowPriceChanged",
  "ShowEnded",
  "update",
  "remove",
  "dump",
] as const;

export type RoomEvent = RealtimeEvent<(typeof roomEventNames)[number]>;
