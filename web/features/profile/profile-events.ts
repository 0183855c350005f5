import type { ModelPage } from "#contract/catalog.ts";
import type { RealtimeEvents } from "#contract/realtime-events.ts";

type ProfileEventName =
  | "StreamBegan"
  | "StreamStopped"
  | "FanJoinedRoomEvent"
  | "FanLeftRoomEvent"
  | "ChatRoomStatusChanged"
  | "ChatRoomModeChanged"
  | "ChatRoomTypeChanged"
  | "update"
  | "remove";

/** The events that change what a model's page shows. */
export type ProfileEvent = {
  [Name in ProfileEventName]: { name: Name; data: RealtimeEvents[Name] };
}[ProfileEventName];

/** The page after an event; the same object when the event is about somebody else. */
export function applyProfileEvent(page: ModelPage, event: ProfileEvent): ModelPage {
  if (event.data.model_id !== page.id) return page;
  switch (event.name) {
    case "StreamBegan":
      return { ...withStream(page, { stream_status: "began" }), isOnline: true };
    case "StreamStopped":
      return withStream(page, { stream_status: "stopped" });
    case "FanJoinedRoomEvent":
    case "FanLeftRoomEvent":
      return { ...page, watchers: event.data.watchers };
    case "ChatRoomStatusChanged":
      return withStream(page, { stream_status: event.data.status });
    case "ChatRoomModeChanged":
      return withStream(page, { stream_mode: event.data.mode });
    case "ChatRoomTypeChanged":
      return withStream(page, { stream_type: event.data.type });
    case "update":
      return { ...page, isOnline: true, lastConnection: event.data.last_connection };
    case "remove":
      return { ...page, isOnline: false, lastConnection: event.data.last_connection ?? page.lastConnection };
  }
}

/** A stream that is over is back to its first values, and nobody watches it. */
function withStream(page: ModelPage, change: Partial<ModelPage["stream"]>): ModelPage {
  const stream = { ...page.stream, ...change };
  if (stream.stream_status !== "stopped") return { ...page, stream, isStream: true };
  const over = {
    stream_mode: "one_to_many",
    promo: "",
    stream_status: "stopped",
    stream_type: "public",
    promo_data: null,
  } as const;
  return { ...page, stream: over, isStream: false, watchers: 0 };
}
