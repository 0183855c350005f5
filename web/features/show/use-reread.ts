import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import type { ShowRequest } from "#contract/paid-shows.ts";
import { applyShowEvent, showRequestQuery } from "#web/entities/show/fan-show-query.ts";

/** How often what waits for its answer is read, in case its event was missed. */
const readAgainMs = 5_000;

/**
 * Reads a request or an invitation now and then while it waits, as the event of its answer may be lost; `onExpired` is called
 * that its time is over. Nobody but the server says so: the clock of a device may be wrong.
 */
export function useReread(waiting: { id: number; slug: string } | null, onExpired?: () => void): void {
  const client = useQueryClient();
  const { data } = useQuery({
    ...showRequestQuery(waiting?.id ?? 0),
    enabled: waiting !== null,
    refetchInterval: readAgainMs,
  });
  const take = useEffectEvent((slug: string, { id, state, reason, show }: ShowRequest) => {
    if (state === "asked") return;
    if (state === "expired") onExpired?.();
    const where = { model_id: show?.model_id ?? 1, slug };
    applyShowEvent(client, {
      name: "ShowRequestAnswered",
      data: { id, ...where, state, ...(reason === undefined ? {} : { reason }) },
    });
    if (show && show.state !== "ended")
      applyShowEvent(client, { name: "ShowStarted", data: { ...where, show } });
  });
  const { id, slug } = waiting ?? {};
  useEffect(() => {
    if (slug !== undefined && data && data.id === id) take(slug, data);
  }, [id, slug, data]);
}
