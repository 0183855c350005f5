import type { QueryClient } from "@tanstack/react-query";
import { keepCountersLive } from "#web/entities/account/keep-counters-live.ts";
import { keepFanShowLive } from "#web/entities/show/fan-show-query.ts";
import { keepPromosLive } from "#web/entities/show/promo-events.ts";
import { keepSubscriptionsLive } from "#web/entities/subscription/subscription-events.ts";
import type { RealtimeClient } from "#web/lib/realtime/realtime-client.ts";

/** Lets the queries of the person who is signed in follow the events of the connection, for as long as it lives. */
export function keepPersonalQueriesLive(live: RealtimeClient, cache: QueryClient): void {
  keepCountersLive(live, cache);
  keepFanShowLive(live, cache);
  keepPromosLive(live, cache);
  keepSubscriptionsLive(live, cache);
}
