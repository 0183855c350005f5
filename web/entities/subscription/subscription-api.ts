import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { RealtimeEvents } from "#contract/realtime-events.ts";
import type { SubscribedState, Subscription } from "#contract/subscriptions.ts";
import type { Api } from "#web/lib/api/api.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";

export type SubscriptionsPage = {
  data: Subscription[];
  links: { next: string | null };
  meta: { current_page: number; last_page: number };
};

/** Asks for one page of the fan's subscriptions; throws when there is no proper answer. */
export async function fetchSubscriptions(
  api: Api,
  page: number,
  signal?: AbortSignal,
): Promise<SubscriptionsPage> {
  const answer = await api.call("GET /api/fan/subscriptions-models", { query: { page }, signal });
  if (answer.status === 200) return answer.body;
  throw new Error(answer.body.message);
}

/** The fan's subscriptions, page by page. */
export const subscriptionsQuery = infiniteQueryOptions({
  queryKey: ["subscriptions"],
  queryFn: ({ pageParam, signal }) => fetchSubscriptions(browserApi, pageParam, signal),
  initialPageParam: 1,
  staleTime: 0,
  getNextPageParam: ({ meta }: SubscriptionsPage) =>
    meta.current_page < meta.last_page ? meta.current_page + 1 : undefined,
});

/** The fan's subscription to one model. */
export function subscribedQuery(modelId: number) {
  return queryOptions({
    queryKey: ["subscribed", modelId],
    async queryFn({ signal }): Promise<SubscribedState> {
      const params = { model_id: modelId };
      const answer = await browserApi.call("GET /api/fan/subscription-state/{model_id}", { params, signal });
      if (answer.status === 200) return answer.body;
      throw new Error(answer.body.message);
    },
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

/** Puts what an event says into every list and state that the page keeps, and asks for what it cannot say. */
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
  void client.invalidateQueries({ queryKey: subscribedQuery(saved.model_id).queryKey });
}

/** Starts a subscription, or switches its renewal on again. */
export function startSubscription(modelId: number, idempotencyKey: string) {
  return browserApi.call("POST /api/fan/subscribe-model", { body: { modelId }, idempotencyKey });
}
