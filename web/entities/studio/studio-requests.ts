import { queryOptions } from "@tanstack/react-query";
import type { StudioRequest } from "#contract/paid-shows.ts";
import { answerOf } from "#web/lib/api/failed-answer.ts";
import { queryApi } from "#web/lib/api/query-client.ts";
import type { RealtimeEvent } from "#web/lib/realtime/realtime-client.ts";

/** The requests that wait for the model's answer, the oldest first. */
export const studioRequestsQuery = queryOptions<readonly StudioRequest[]>({
  queryKey: ["studio", "requests"],
  staleTime: Number.POSITIVE_INFINITY,
  async queryFn({ meta }) {
    return answerOf(await queryApi(meta).call("GET /api/studio/show-requests")).data;
  },
});

export const studioRequestEvents = ["ShowRequested", "ShowRequestAnswered"] as const;

/** The waiting requests after an event; the same list when it changes nothing. */
export function requestsAfter(
  list: readonly StudioRequest[],
  event: RealtimeEvent<(typeof studioRequestEvents)[number]>,
): readonly StudioRequest[] {
  const { id } = event.data;
  const known = list.some((request) => request.id === id);
  if (event.name === "ShowRequested") return known ? list : [...list, event.data];
  return known ? list.filter((request) => request.id !== id) : list;
}
