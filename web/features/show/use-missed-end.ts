import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import type { ShowState } from "#contract/show-state.ts";
import { applyShowEvent, fanShowQuery } from "#web/entities/show/fan-show-query.ts";
import { answerOf, FailedAnswer } from "#web/lib/api/failed-answer.ts";
import { queryApi } from "#web/lib/api/query-client.ts";

/**
 * How often it is asked what became of a show, until it is known or refused: who was away may not have a good line yet.
 */
const askAgainMs = 5_000;

/**
 * Announces the end of a show of this room whose event never came: the device slept, or was offline for longer than events
 * are kept. It is noticed by a reading without the show, and said by the show's receipt as the event would have. To be used
 * where it lives as long as the room's page: the room may be shut to the fan by then.
 */
export function useMissedEnd(slug: string): void {
  const client = useQueryClient();
  // The components of the fan's show read the query.
  const state = useQuery({ ...fanShowQuery, enabled: false }).data;
  const [last, setLast] = useState<ShowState | null>(null);
  const isSaid = last !== null && (state?.over?.show.id === last.id || state?.read === last.id);
  if (state?.show ? state.show !== last : isSaid) setLast(state?.show ?? null);
  const missed = state && !state.show && !isSaid && last?.slug === slug ? last.id : null;
  const { data: show } = useQuery({
    ...showNowQuery(missed ?? 0),
    enabled: missed !== null,
    refetchInterval: ({ state: { error } }) => !isFinal(error) && askAgainMs,
  });
  const take = useEffectEvent((found: ShowState) => {
    const { model_id, end_reason } = found;
    const data = { model_id, slug, show: found };
    if (found.state === "ended")
      applyShowEvent(client, {
        name: "ShowEnded",
        data: { ...data, reason: end_reason ?? "model_ended" },
      });
    // The show had only just begun when it was read that there is none.
    else applyShowEvent(client, { name: "ShowMeter", data });
  });
  useEffect(() => {
    if (show && show.id === missed) take(show);
  }, [show, missed]);
}

/** Asked again it would be refused again: it is nobody's show, or not this person's. */
function isFinal(error: Error | null): boolean {
  return error instanceof FailedAnswer && error.isRefusal && error.status !== 429;
}

/** How a show of the fan's own stands, whether it is over or not. */
function showNowQuery(id: number) {
  return queryOptions<ShowState>({
    queryKey: ["show-now", id],
    staleTime: 0,
    // Only what is read for this end counts.
    gcTime: 0,
    async queryFn({ meta }) {
      return answerOf(await queryApi(meta).call("GET /api/fan/shows/{id}/receipt", { params: { id } })).show;
    },
  });
}
