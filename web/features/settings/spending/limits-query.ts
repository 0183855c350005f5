import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { SpendLimits } from "#contract/wallet.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";

/** What the fan allows themselves, and what they spent. */
export const limitsQuery = queryOptions<SpendLimits>({
  queryKey: ["spend-limits"],
  staleTime: 0,
  async queryFn() {
    const answer = await browserApi.call("GET /api/fan/limits");
    if (answer.status !== 200) throw new Error(answer.body.message);
    return answer.body;
  },
});

/** Shows what a command answered. */
export function putLimits(client: QueryClient, limits: SpendLimits): void {
  client.setQueryData(limitsQuery.queryKey, limits);
}
