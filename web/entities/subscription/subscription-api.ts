import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { TermMonths } from "#contract/subscription-terms.ts";
import type { SubscribedState, Subscription } from "#contract/subscriptions.ts";
import type { Api } from "#web/lib/api/api.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { answerOf } from "#web/lib/api/failed-answer.ts";
import { queryApi } from "#web/lib/api/query-client.ts";

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
  return answerOf(await api.call("GET /api/fan/subscriptions-models", { query: { page }, signal }));
}

/** The fan's subscriptions, page by page. */
export const subscriptionsQuery = infiniteQueryOptions({
  queryKey: ["subscriptions"],
  queryFn: ({ pageParam, signal, meta }) => fetchSubscriptions(queryApi(meta), pageParam, signal),
  initialPageParam: 1,
  staleTime: 0,
  getNextPageParam: ({ meta }: SubscriptionsPage) =>
    meta.current_page < meta.last_page ? meta.current_page + 1 : undefined,
});

/** The beginning of the keys of the fan's subscriptions to single models. */
export const subscribedKey = ["subscribed"] as const;

/** The fan's subscription to one model. */
export function subscribedQuery(modelId: number) {
  return queryOptions({
    queryKey: [...subscribedKey, modelId],
    async queryFn({ signal, meta }): Promise<SubscribedState> {
      const params = { model_id: modelId };
      return answerOf(
        await queryApi(meta).call("GET /api/fan/subscription-state/{model_id}", {
          params,
          signal,
        }),
      );
    },
  });
}

/** Keeps the state that came with the answer to something else. */
export function putSubscribed(client: QueryClient, modelId: number, state: SubscribedState): void {
  const { fanSubscribed, subscription, pricing } = state;
  client.setQueryData(subscribedQuery(modelId).queryKey, { fanSubscribed, subscription, pricing });
}

/** A request to subscribe; term and price are what the fan has read. */
export type SubscribeBody = { modelId: number; months?: TermMonths; price?: number };

/** Starts a subscription, or switches its renewal on again. */
export function startSubscription(body: SubscribeBody, idempotencyKey: string) {
  return browserApi.call("POST /api/fan/subscribe-model", { body, idempotencyKey });
}
