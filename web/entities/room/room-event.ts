import type { RealtimeEvent } from "#web/lib/realtime/realtime-client.ts";

/** The events that say how a room, its model and its audience stand; `dump` restarts the presence feed. */
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
