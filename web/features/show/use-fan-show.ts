import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { changeFanShow, fanShowQuery } from "#web/entities/show/fan-show-query.ts";
import { type FanRequest, type FanShow, noShow, overRead } from "#web/entities/show/fan-show.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useReread } from "./use-reread.ts";

/** The show and requests between the fan and the model of this room; nothing of other rooms. */
export function useFanShow(slug: string): FanShow & { forgetRequest(): void; forgetOver(): void } {
  const client = useQueryClient();
  const state = useQuery(fanShowQuery).data ?? noShow;
  const here = <T extends { slug: string }>(thing: T | null) => (thing?.slug === slug ? thing : null);
  return {
    ...state,
    show: here(state.show),
    request: here(state.request),
    invitation: here(state.invitation),
    over: state.over?.show.slug === slug ? state.over : null,
    forgetRequest: () => changeFanShow(client, (now) => ({ ...now, request: null })),
    forgetOver: () => changeFanShow(client, overRead),
  };
}

/**
 * Keeps what the fan has asked for in this room, open or shut: the answer is read now and then, and who leaves the page has
 * withdrawn it.
 */
export function useKeepRequest(slug: string): void {
  const { request } = useFanShow(slug);
  useReread(request?.state === "asked" ? request : null);
  useWithdrawOnLeave(request);
}

/** A fan who leaves waits no longer: no show should begin for an empty seat. */
function useWithdrawOnLeave(request: FanRequest | null) {
  const client = useQueryClient();
  const withdraw = useEffectEvent(() => {
    if (request === null) return;
    changeFanShow(client, (now) => ({ ...now, request: null }));
    if (request.state === "asked")
      void browserApi.call("DELETE /api/fan/show-requests/{id}", { params: { id: request.id } });
  });
  const gone = request?.slug;
  useEffect(() => {
    if (gone !== undefined) return () => withdraw();
  }, [gone]);
}
