import type { RealtimeEvent } from "#web/lib/realtime/realtime-client.ts";

/** The events about the state of a room, its model and its audience; `dump` restarts the presence feed. */
export const roomEventNames = [
  "StreamBegan",
  "StreamStopped",
  "FanJoinedRoomEvent",
  "FanLeftRoomEvent",
  "ChatRoomStatusChanged",
  "ChatRoomModeChanged",
  "ChatRoomTypeChanged",
  "RoomGoal",
  "RoomGoalRemoved",
  "RoomSlowMode",
  "RoomPauseNote",
  "RoomTipMenu",
  "RoomTopTippers",
  "RoomModerators",
  "ShowStarted",
  "ShowMeter",
  "ShowPriceChanged",
  "ShowEnded",
  "update",
  "remove",
  "dump",
] as const;

export type RoomEvent = RealtimeEvent<(typeof roomEventNames)[number]>;
