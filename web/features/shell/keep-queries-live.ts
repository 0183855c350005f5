import type { QueryClient } from "@tanstack/react-query";
import { keepRoomsLive } from "#web/entities/room/room-events.ts";
import { keepFanShowLive } from "#web/entities/show/fan-show-query.ts";
import { keepSubscriptionsLive } from "#web/entities/subscription/subscription-events.ts";
import type { RealtimeClient } from "#web/lib/realtime/realtime-client.ts";

/** Every entity's queries follow the events of the connection, for as long as it lives. */
export function keepQueriesLive(live: RealtimeClient, cache: QueryClient): void {
  keepRoomsLive(live, cache);
  keepFanShowLive(live, cache);
  keepSubscriptionsLive(live, cache);
}
