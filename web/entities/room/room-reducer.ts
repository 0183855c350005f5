import type { Room } from "#contract/live.ts";
import { offered } from "#web/entities/room/price-offer.ts";
import type { RoomEvent } from "./room-event.ts";

/** A room's page after an event; the same object when the event is about another room, or changes nothing. */
export function roomAfter(room: Room, event: RoomEvent): Room {
  if ("slug" in event.data && event.data.slug !== room.model.login) return room;
  switch (event.name) {
    case "StreamBegan":
      return { ...withStream(room, { status: "began" }), pause: null, pause_note: null };
    case "StreamStopped": {
      const stopped = { mode: "one_to_many", promo: "", status: "stopped", type: "public" } as const;
      return {
        ...withStream(room, { ...stopped, promoId: null }),
        pause: null,
        pause_note: null,
        watchers: 0,
      };
    }
    case "FanJoinedRoomEvent":
    case "FanLeftRoomEvent":
      return { ...room, watchers: event.data.watchers };
    case "ChatRoomStatusChanged": {
      const { status, reason = "model_media_lost" } = event.data;
      const pause = status === "paused" ? reason : null;
      return { ...withPlayback(withStream(room, { status }), event.data), pause };
    }
    case "ChatRoomModeChanged":
      return withPlayback(withStream(room, { mode: event.data.mode }), event.data);
    case "ChatRoomTypeChanged":
      return withPlayback(withStream(room, { type: event.data.type }), event.data);
    case "ShowStarted":
    case "ShowMeter":
      return { ...room, show: event.data.show };
    case "ShowPriceChanged":
      return { ...room, show: offered(event.data) };
    case "ShowEnded":
      return { ...room, show: null };
    case "RoomGoalRemoved":
      return { ...room, goal: null };
    case "RoomPauseNote":
      return { ...room, pause_note: event.data.note };
    case "RoomSlowMode":
    case "RoomModerators":
      return { ...room, chat: { ...room.chat, ...event.data } };
    case "RoomTipMenu":
    case "RoomTopTippers":
      return { ...room, ...event.data };
    case "RoomGoal": {
      const { title_en, title_es, reached, target } = event.data;
      return { ...room, goal: { title: { en: title_en, es: title_es }, reached, target } };
    }
    default:
      return room;
  }
}

function withStream(room: Room, change: Partial<Room["stream"]>): Room {
  const stream = { ...room.stream, ...change };
  return { ...room, stream, model: { ...room.model, isStream: stream.status !== "stopped" } };
}

/** The id of a stream is the last part of its playback addresses. */
function withPlayback(room: Room, { stream_id, token }: { stream_id?: string; token?: string }): Room {
  if (stream_id === undefined && token === undefined) return room;
  const { playback } = room;
  const moved = ({ url }: { url: string }) => ({
    url: stream_id === undefined ? url : url.replace(/[^/]*$/, encodeURIComponent(stream_id)),
  });
  const fallback = playback.fallback && { fallback: moved(playback.fallback) };
  return {
    ...room,
    playback: { ...playback, ...moved(playback), ...fallback, token: token ?? playback.token },
  };
}
