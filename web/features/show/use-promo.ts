import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useRealtimeEvents, useRealtimeNotice, useTopic } from "#web/lib/realtime/RealtimeProvider.tsx";
import { useViewer } from "#web/lib/session/viewer.ts";
import { enterPromo, type PromoEntry } from "./enter-promo.ts";

/** A promo in the query cache; events make it be asked for again. */
export function promoQuery(token: string) {
  return queryOptions<PromoEntry>({
    queryKey: ["promo", token],
    queryFn: () => enterPromo(browserApi, token),
    staleTime: Number.POSITIVE_INFINITY,
    // What was read again is another reading, even when it says the same: see `useTopic`.
    structuralSharing: false,
  });
}

/**
 * The promo as it is now. While its page is open the fan is in the promo's topic, which is how the model sees who waits; a
 * show that runs follows its own events.
 */
export function usePromo(token: string, loaded: PromoEntry) {
  const client = useQueryClient();
  const viewer = useViewer();
  const entry = useQuery({ ...promoQuery(token), initialData: loaded }).data;
  const page = entry.kind === "open" ? entry.page : null;
  const reload = async () => {
    const fresh = await enterPromo(browserApi, token);
    if (fresh.kind !== "failed") client.setQueryData(promoQuery(token).queryKey, fresh);
  };
  useTopic(page?.topic ?? null);
  useTopic("public", page ? [page.live_from.public] : []);
  useTopic(page && viewer && `person:${viewer.id}`, page ? [page.live_from.person] : []);
  useRealtimeEvents(readAgainOn, ({ data: { slug } }) => {
    if (page && page.state !== "running" && slug === page.model.login) void reload();
  });
  useRealtimeNotice((notice) => {
    if (notice.kind === "gap" && page && page.state !== "running") void reload();
  });
  return { entry, reload };
}

const readAgainOn = ["StreamBegan", "StreamStopped", "ChatRoomModeChanged", "ChatRoomTypeChanged"] as const;
