import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { Topic } from "#contract/realtime.ts";
import type { Studio } from "#contract/studio.ts";
import type { EventOrigin, RealtimeClient, RealtimeEvent } from "#web/lib/realtime/realtime-client.ts";
import {
  moderatorsQuery,
  showCameraQuery,
  studioFansQuery,
  studioQuery,
  studioShowsQuery,
} from "./studio-queries.ts";
import { requestsAfter, studioRequestEvents, studioRequestsQuery } from "./studio-requests.ts";

const studioEventNames = [
  ...studioRequestEvents,
  "FanJoinedRoomEvent",
  "FanLeftRoomEvent",
  "ChatRoomStatusChanged",
  "ChatRoomTypeChanged",
  "StreamStopped",
  "RoomGoal",
  "RoomGoalRemoved",
  "RoomSlowMode",
  "RoomPauseNote",
  "RoomMessage",
  "RoomMessageRemoved",
  "RoomModerators",
  "RoomMutesChanged",
  "PromosChanged",
  "ShowStarted",
  "ShowMeter",
  "ShowEnded",
  "ShowCameraChanged",
] as const;

export type StudioEvent = RealtimeEvent<(typeof studioEventNames)[number]>;

/** The queries that events change, and that have to be read again when events were missed. */
const liveQueries = [
  studioQuery,
  studioShowsQuery,
  studioFansQuery,
  studioRequestsQuery,
  moderatorsQuery,
  showCameraQuery,
];

/** Keeps the model's studio live: the room, its fans, what waits for an answer, and the show. */
export function keepStudioLive(
  live: Pick<RealtimeClient, "onEvents" | "onNotice">,
  cache: QueryClient,
): void {
  live.onEvents(studioEventNames, (event, origin) => applyStudioEvent(cache, event, origin));
  live.onNotice((notice) => {
    if (notice.kind === "gap" && isOwn(cache, notice.topic))
      readAgain(cache, ...liveQueries.map(({ queryKey }) => queryKey));
  });
}

/** Whether events of the topic are the studio's: of the model, or of their room. */
const isOwn = (cache: QueryClient, topic: Topic): boolean =>
  topic.startsWith("person:") || topic === `room:${cache.getQueryData(studioQuery.queryKey)?.model.login}`;

/** Applies an event to the queries of the studio, and reads again what it does not carry. Without a studio it does nothing. */
export function applyStudioEvent(
  cache: QueryClient,
  event: StudioEvent,
  { topic }: Pick<EventOrigin, "topic">,
): void {
  const slug = cache.getQueryData(studioQuery.queryKey)?.model.login;
  if (slug === undefined) return;
  if (event.name === "ShowRequested" || event.name === "ShowRequestAnswered") applyRequest(cache, event);
  else if (event.name === "PromosChanged") readAgain(cache, studioShowsQuery.queryKey);
  else if (event.name === "ShowCameraChanged") applyCamera(cache, event.data);
  else if (topic === `room:${slug}` || ("slug" in event.data && event.data.slug === slug))
    applyRoomEvent(cache, event);
}

type OwnRoomEvent = Exclude<
  StudioEvent,
  { name: "ShowRequested" | "ShowRequestAnswered" | "PromosChanged" | "ShowCameraChanged" }
>;

/** An event of the model's own room. */
function applyRoomEvent(cache: QueryClient, event: OwnRoomEvent): void {
  switch (event.name) {
    case "FanJoinedRoomEvent":
    case "FanLeftRoomEvent":
      patchStudio(cache, { watchers: event.data.watchers });
      readAgain(cache, studioFansQuery.queryKey);
      break;
    case "RoomGoal": {
      const { title_en, title_es, reached, target } = event.data;
      patchStudio(cache, { goal: { title: { en: title_en, es: title_es }, reached, target } });
      break;
    }
    case "RoomGoalRemoved":
      patchStudio(cache, { goal: null });
      break;
    case "RoomSlowMode":
      patchStudio(cache, event.data);
      break;
    case "RoomPauseNote":
      patchStudio(cache, { pause_note: event.data.note });
      break;
    case "RoomMessage":
      // The sums of the broadcast are the server's; a tip only shows that they have changed.
      if (event.data.kind === "tip" || event.data.kind === "gift")
        readAgain(cache, studioQuery.queryKey, studioFansQuery.queryKey);
      break;
    case "RoomMessageRemoved":
    case "RoomMutesChanged":
      readAgain(cache, moderatorsQuery.queryKey);
      break;
    case "RoomModerators":
      readAgain(cache, studioQuery.queryKey, moderatorsQuery.queryKey);
      break;
    case "ChatRoomTypeChanged":
      readAgain(cache, studioQuery.queryKey, studioShowsQuery.queryKey);
      break;
    case "ChatRoomStatusChanged":
    case "StreamStopped":
      readAgain(cache, studioQuery.queryKey);
      break;
    case "ShowMeter":
      applyMeter(cache, event.data);
      break;
    default:
      readAgain(cache, studioShowsQuery.queryKey);
  }
}

function applyRequest(
  cache: QueryClient,
  event: Extract<StudioEvent, { name: "ShowRequested" | "ShowRequestAnswered" }>,
): void {
  const { queryKey } = studioRequestsQuery;
  const known = cache.getQueryData(queryKey);
  if (!known) return readAgain(cache, queryKey);
  // An answer that is on its way is older than the event.
  void cache.cancelQueries({ queryKey, exact: true });
  cache.setQueryData(queryKey, requestsAfter(known, event));
}

function applyMeter(cache: QueryClient, { show }: RealtimeEvent<"ShowMeter">["data"]): void {
  const { queryKey } = studioShowsQuery;
  const known = cache.getQueryData(queryKey);
  if (known?.show?.id === show.id) {
    // An answer that is on its way is older than the event.
    void cache.cancelQueries({ queryKey, exact: true });
    cache.setQueryData(queryKey, { ...known, show: { ...known.show, ...show } });
    // The server alone knows the payments of spies: the meter is the payer's alone.
    if (known.show.spy_count !== show.spy_count) readAgain(cache, queryKey);
  } else readAgain(cache, queryKey);
}

function applyCamera(cache: QueryClient, { on, show_id }: RealtimeEvent<"ShowCameraChanged">["data"]): void {
  const { queryKey } = showCameraQuery;
  if (on) readAgain(cache, queryKey);
  else cache.setQueryData(queryKey, (camera) => (camera?.show_id === show_id ? null : camera));
}

function patchStudio(cache: QueryClient, change: Partial<Studio>): void {
  cache.setQueryData(studioQuery.queryKey, (now) => now && { ...now, ...change });
}

/** The key of the room begins those of all its parts. */
function readAgain(cache: QueryClient, ...keys: QueryKey[]): void {
  for (const queryKey of keys) void cache.invalidateQueries({ queryKey, exact: true });
}
