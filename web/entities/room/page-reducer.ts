import type { ModelPage } from "#contract/catalog.ts";
import type { RoomEvent } from "./room-event.ts";

/** A model's page after an event; the same object when the event is about another model, or changes nothing. */
export function pageAfter(page: ModelPage, event: RoomEvent): ModelPage {
  if (event.name === "dump") return page.isOnline ? { ...page, isOnline: false } : page;
  if (!("model_id" in event.data) || event.data.model_id !== page.id) return page;
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
    default:
      return page;
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
