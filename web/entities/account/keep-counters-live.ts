import type { QueryClient } from "@tanstack/react-query";
import type { RealtimeClient } from "#web/lib/realtime/realtime-client.ts";
import { refreshCounters } from "./menu-counters.ts";

/** Keeps the number of a model's new comments live. A page with the comments of one post receives them on its own topic. */
export function keepCountersLive(live: Pick<RealtimeClient, "on">, cache: QueryClient): () => void {
  return live.on("PostCommentsChanged", (_, { topic }) => {
    if (topic.startsWith("person:")) void refreshCounters(cache);
  });
}
