import { queryOptions } from "@tanstack/react-query";
import type { SubscriptionPlan } from "#contract/subscriptions.ts";
import { answerOf } from "#web/lib/api/failed-answer.ts";
import { queryApi } from "#web/lib/api/query-client.ts";

/** The model's price for a month. */
export const planQuery = queryOptions({
  queryKey: ["studio", "subscription"],
  async queryFn({ signal, meta }): Promise<SubscriptionPlan> {
    return answerOf(await queryApi(meta).call("GET /api/studio/subscription", { signal }));
  },
});
