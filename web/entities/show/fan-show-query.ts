import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { ShowRequest } from "#contract/paid-shows.ts";
import { answerOf } from "#web/lib/api/failed-answer.ts";
import { queryApi } from "#web/lib/api/query-client.ts";
import type { RealtimeClient } from "#web/lib/realtime/realtime-client.ts";
import { profileQuery, putInProfile } from "#web/lib/session/viewer.ts";
import {
  type FanShow,
  fanShowAfter,
  noShow,
  type ShowEvent,
  showEventNames,
  withWaiting,
} from "./fan-show.ts";

const queryKey = ["show"] as const;

/**
 * The fan's show in the query cache, with the requests that wait for an answer, so that a page that was loaded again
 * goes on waiting. The changes that events have brought since are newer, and kept.
 */
export const fanShowQuery = queryOptions<FanShow>({
  queryKey,
  staleTime: Number.POSITIVE_INFINITY,
  async queryFn({ client, meta }) {
    const api = queryApi(meta);
    // In this order, so that a request which is accepted meanwhile is not missed.
    const waiting = answerOf(await api.call("GET /api/fan/show-requests"));
    const { show } = answerOf(await api.call("GET /api/fan/show"));
    const known = client.getQueryData<FanShow>(queryKey);
    return { ...(known ?? withWaiting(waiting.data)), show };
  },
});

/** A request of the fan's own, read now and then in case its event was missed. */
export function showRequestQuery(id: number) {
  return queryOptions<ShowRequest>({
    queryKey: ["show-request", id],
    staleTime: 0,
    async queryFn({ meta }) {
      return answerOf(await queryApi(meta).call("GET /api/fan/show-requests/{id}", { params: { id } }));
    },
  });
}

/** Keeps the fan's show live. A model receives the same events about shows of their own, which are not a fan's. */
export function keepFanShowLive(live: Pick<RealtimeClient, "onEvents">, cache: QueryClient): () => void {
  return live.onEvents(showEventNames, (event, { topic }) => {
    const viewer = cache.getQueryData(profileQuery.queryKey);
    if (viewer?.role === "fan" && topic === `person:${viewer.id}`) applyShowEvent(cache, event);
  });
}

/** Applies an event to the fan's show. */
export function applyShowEvent(cache: QueryClient, event: ShowEvent): void {
  changeFanShow(cache, (state) => fanShowAfter(state, event));
  const held = heldAfter(cache, event);
  if (held !== undefined && cache.getQueryData(profileQuery.queryKey)?.held !== held)
    putInProfile(cache, { held });
}

/** The tokens that are set aside for a show after an event; undefined when it does not say. */
function heldAfter(cache: QueryClient, event: ShowEvent): number | undefined {
  if (event.name === "ShowStarted" || event.name === "ShowMeter") return event.data.held;
  // The end of a show says nothing if it comes behind the beginning of another one.
  if (event.name === "ShowEnded" && !cache.getQueryData<FanShow>(queryKey)?.show) return 0;
  return undefined;
}

/** Changes the fan's show by what the page itself did. */
export function changeFanShow(cache: QueryClient, change: (state: FanShow) => FanShow): void {
  cache.setQueryData(queryKey, (state: FanShow | undefined) => change(state ?? noShow));
}
