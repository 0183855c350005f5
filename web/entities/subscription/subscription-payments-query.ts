import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { SubscriptionPayment } from "#contract/subscription-payments.ts";
import { answerOf } from "#web/lib/api/failed-answer.ts";
import { queryApi } from "#web/lib/api/query-client.ts";

/** Every payment of the fan for a subscription, page by page, newest first. */
export const subscriptionPaymentsQuery = infiniteQueryOptions({
  queryKey: ["subscription-payments"],
  staleTime: 0,
  initialPageParam: 1,
  async queryFn({ pageParam, signal, meta }) {
    const query = { page: pageParam };
    return answerOf(await queryApi(meta).call("GET /api/fan/subscription-payments", { query, signal }));
  },
  getNextPageParam: ({ meta }) => (meta.current_page < meta.last_page ? meta.current_page + 1 : undefined),
});

/** The receipt of one payment; null where there is none that this person may see. */
export const subscriptionReceiptQuery = (id: number) =>
  queryOptions<SubscriptionPayment | null>({
    queryKey: ["subscription-payments", id],
    async queryFn({ meta }) {
      const params = { id };
      const answer = await queryApi(meta).call("GET /api/fan/subscription-payments/{id}", { params });
      if (answer.status === 404) return null;
      return answerOf(answer);
    },
  });
