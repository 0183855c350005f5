import type { QueryClient } from "@tanstack/react-query";
import { keepRoomsLive } from "#web/entities/room/room-events.ts";
import type { RealtimeClient } from "#web/lib/realtime/realtime-client.ts";

/** Lets the queries that everybody sees follow the events of the connection, for as long as it lives. */
export function keepQueriesLive(live: RealtimeClient, cache: QueryClient): void {
  keepRoomsLive(live, cache);
}
