import { queryOptions } from "@tanstack/react-query";
import type { ModelProfile } from "#contract/catalog.ts";
import type { Room } from "#contract/live.ts";
import type { Position } from "#contract/realtime.ts";
import type { Api } from "#web/lib/api/api.ts";
import { queryApi } from "#web/lib/api/query-client.ts";
import { followEvents } from "./event-followers.ts";
import { ofOneRoom } from "./room-event.ts";
import { roomAfter } from "./room-reducer.ts";

/** The result of this fan's entry into a room. */
export type RoomEntry =
  | { kind: "open"; room: Room }
  /**
   * The model is not live; `model` is null when even their profile could not be had, `from` is where the public events
   * go on from that.
   */
  | { kind: "not_started"; slug: string; model: ModelProfile | null; message: string; from: Position }
  | InShowEntry
  /** The fan has blocked the model. */
  | { kind: "blocked"; slug: string; model: ModelProfile }
  | { kind: "refused"; code: string; message: string }
  | { kind: "unknown" }
  | { kind: "failed"; message: string };

/**
 * The room is another fan's for now; `spy` is what watching costs a minute after the seconds that are free today, null when
 * this show cannot be spied on.
 */
export type InShowEntry = {
  kind: "in_show";
  slug: string;
  model: ModelProfile | null;
  mode: "private" | "vip";
  spy: { rate: number; free_seconds: number } | null;
  from: Position;
};

/** Enters the room `slug`: one call, and the model's profile when the room is not open. */
export async function enterRoom(api: Api, slug: string): Promise<RoomEntry> {
  const answer = await api.call("GET /api/stream/{slug}", { params: { slug } });
  switch (answer.status) {
    case 200:
      return { kind: "open", room: answer.body };
    case 409: {
      const { code, message, mode, spy = null, live_from } = answer.body;
      const shut = { slug, model: await profileOf(api, slug), from: live_from.public };
      return code === "in_show" && (mode === "private" || mode === "vip")
        ? { kind: "in_show", mode, spy, ...shut }
        : { kind: "not_started", message, ...shut };
    }
    case 404:
    case 422:
      return { kind: "unknown" };
    case 401:
    case 403: {
      const model = answer.body.code === "model_blocked" ? await profileOf(api, slug) : null;
      if (model) return { kind: "blocked", slug, model };
      return { kind: "refused", code: answer.body.code, message: answer.body.message };
    }
    default:
      return { kind: "failed", message: answer.body.message };
  }
}

/** From when this entry needs the public events; nothing for one that they do not change. */
export function readingsOf(entry: RoomEntry): readonly Position[] {
  if (entry.kind === "open") return [entry.room.live_from.public];
  return entry.kind === "not_started" || entry.kind === "in_show" ? [entry.from] : [];
}

async function profileOf(api: Api, slug: string): Promise<ModelProfile | null> {
  const answer = await api.call("GET /api/model-profile/{loginOrId}", { params: { loginOrId: slug } });
  return answer.status === 200 ? answer.body : null;
}

/** The entry to show after a room was loaded again: `before` is shown now, `fresh` is the server's answer. */
export function reloadedEntry(before: RoomEntry | undefined, fresh: RoomEntry): RoomEntry {
  if (fresh.kind === "failed" && before) return before;
  if (before?.kind !== "open") return fresh;
  // A visitor stays inside, also when the model has left the site: the player says that the stream has ended.
  if (fresh.kind === "not_started" || fresh.kind === "unknown") return withoutStream(before.room);
  // A new token for the same stream is no reason to interrupt the picture.
  if (fresh.kind === "open") return { kind: "open", room: { ...fresh.room, playback: before.room.playback } };
  return fresh;
}

function withoutStream(room: Room): RoomEntry {
  const { id: model_id, login: slug, gender_id } = room.model;
  const stopped = {
    mode: "one_to_many",
    promo: "",
    status: "stopped",
    type: "public",
    watchers: 0,
  } as const;
  const data = { model_id, slug, gender_id, ...stopped };
  return { kind: "open", room: roomAfter(room, { name: "StreamStopped", data }) };
}

followEvents("room", (entry: RoomEntry, event, topic): RoomEntry => {
  if (entry.kind !== "open") return entry;
  if (ofOneRoom.some((name) => name === event.name) && topic !== `room:${entry.room.model.login}`)
    return entry;
  const room = roomAfter(entry.room, event);
  return room === entry.room ? entry : { ...entry, room };
});

/** A room in the query cache; events keep it fresh, so it is loaded on entering and after missed events only. */
export function roomQuery(slug: string) {
  return queryOptions<RoomEntry>({
    queryKey: ["room", slug],
    queryFn: ({ meta }) => enterRoom(queryApi(meta), slug),
    staleTime: Number.POSITIVE_INFINITY,
    // A room that was read again is another reading, even when it says the same: see `useTopic`.
    structuralSharing: false,
  });
}
