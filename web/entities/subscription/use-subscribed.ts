import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { SubscribedState } from "#contract/subscriptions.ts";
import { useRealtimeEvent } from "#web/lib/realtime/RealtimeProvider.tsx";
import { useViewer } from "#web/lib/session/viewer.ts";
import { applySaved, subscribedQuery } from "./subscription-queries.ts";

/**
 * How the fan stands to a model, live: what the page was loaded with until something was heard since. Events of other
 * people change nothing.
 */
export function useSubscribed(modelId: number, loaded: SubscribedState): SubscribedState {
  const client = useQueryClient();
  const viewer = useViewer();
  useRealtimeEvent("SaveSubscriptionEvent", (saved) => {
    if (saved.fan_id === viewer?.id) applySaved(client, saved);
  });
  const isFan = viewer?.role === "fan";
  return (
    useQuery({ ...subscribedQuery(modelId), initialData: loaded, staleTime: 60_000, enabled: isFan }).data ??
    loaded
  );
}
