import { queryOptions } from "@tanstack/react-query";
import type { ModelPage } from "#contract/catalog.ts";
import { slugPattern } from "#contract/field-bounds.ts";
import type { Api } from "#web/lib/api/api.ts";
import { queryApi } from "#web/lib/api/query-client.ts";
import type { RoomEvent } from "./room-event.ts";

/** A model's page in the query cache, null where nobody has this name; events keep it fresh while it is looked at. */
export function modelQuery(slug: string) {
  return queryOptions<ModelPage | null>({
    queryKey: ["model", slug],
    queryFn: ({ meta }) => fetchModel(queryApi(meta), slug),
    staleTime: Number.POSITIVE_INFINITY,
    // A page that was read again is another reading, even when it says the same: see `useTopic`.
    structuralSharing: false,
  });
}

/** Asks for a model by login or id; null when there is none that anybody may see. Throws when there is no answer. */
export async function fetchModel(api: Api, loginOrId: string): Promise<ModelPage | null> {
  if (!/^\d{1,15}$/.test(loginOrId) && !slugPattern.test(loginOrId)) return null;
  const answer = await api.call("GET /api/model-profile/{loginOrId}", { params: { loginOrId } });
  if (answer.status === 200) return answer.body;
  if (answer.status === 404) return null;
  throw new Error(answer.body.message);
}

/** A model's page after an event; the same object when the event is about another model, or changes nothing. */
export function pageAfter(page: ModelPage, event: RoomEvent): ModelPage {
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
