import type { QueryClient } from "@tanstack/react-query";
import type { RealtimeEvents } from "#contract/realtime-events.ts";
import type { Subscription } from "#contract/subscriptions.ts";
import { subscriptionChanged, subscriptionsMissed } from "#web/entities/content/opened-by-subscription.ts";
import type { RealtimeClient } from "#web/lib/realtime/realtime-client.ts";
import { profileQuery } from "#web/lib/session/viewer.ts";
import { subscribedKey, subscribedQuery, subscriptionsQuery } from "./subscription-api.ts";
import { subscriptionPaymentsQuery } from "./subscription-payments-query.ts";

/** Keeps the viewer's subscriptions live: what begins, is renewed, cancelled or ended elsewhere. */
export function keepSubscriptionsLive(
  live: Pick<RealtimeClient, "on" | "onNotice">,
  cache: QueryClient,
): void {
  live.onNotice((notice) => {
    if (notice.kind !== "gap" || !notice.topic.startsWith("person:")) return;
    for (const queryKey of [subscriptionsQuery.queryKey, subscriptionPaymentsQuery.queryKey, subscribedKey])
      void cache.invalidateQueries({ queryKey });
    subscriptionsMissed(cache);
  });
  live.on("SaveSubscriptionEvent", (saved) => {
    if (saved.fan_id !== cache.getQueryData(profileQuery.queryKey)?.id) return;
    applySaved(cache, saved);
    // A subscription that ends soon is announced on every page.
    void cache.invalidateQueries(profileQuery);
  });
}

type Saved = RealtimeEvents["SaveSubscriptionEvent"];

/** A row after an event; the same object when the event is about another subscription. */
export function withSaved(row: Subscription, saved: Saved): Subscription {
  if (row.id !== saved.subscription_id) return row;
  const { start, end, canceled_at } = saved;
  const user_canceled_at = canceled_at === null ? null : row.user_canceled_at;
  return { ...row, created_at: start, expire_at: end, canceled_at, user_canceled_at };
}

/** Applies an event to every list and state that the page keeps, and asks for what it does not carry. */
export function applySaved(client: QueryClient, saved: Saved): void {
  client.setQueryData(subscriptionsQuery.queryKey, (list) =>
    list
      ? {
          ...list,
          pages: list.pages.map((page) => ({ ...page, data: page.data.map((row) => withSaved(row, saved)) })),
        }
      : list,
  );
  void client.invalidateQueries({ queryKey: subscriptionsQuery.queryKey });
  void client.invalidateQueries({ queryKey: subscriptionPaymentsQuery.queryKey });
  void client.invalidateQueries({ queryKey: subscribedQuery(saved.model_id).queryKey });
  subscriptionChanged(client, saved.model_id, new Date(saved.end) > new Date());
}
