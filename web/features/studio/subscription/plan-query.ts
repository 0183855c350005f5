import { queryOptions } from "@tanstack/react-query";
import type { SubscriptionPlan } from "#contract/subscriptions.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";

/** What the model asks for a month. */
export const planQuery = queryOptions({
  queryKey: ["studio", "subscription"],
  async queryFn({ signal }): Promise<SubscriptionPlan> {
    const answer = await browserApi.call("GET /api/studio/subscription", { signal });
    if (answer.status === 200) return answer.body;
    throw new Error(answer.body.message);
  },
});
