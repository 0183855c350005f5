import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { SpendLimits } from "#contract/wallet.ts";
import { answerOf } from "#web/lib/api/failed-answer.ts";
import { queryApi } from "#web/lib/api/query-client.ts";

/** The fan's own limits, and their spending. */
export const limitsQuery = queryOptions<SpendLimits>({
  queryKey: ["spend-limits"],
  staleTime: 0,
  async queryFn({ meta }) {
    return answerOf(await queryApi(meta).call("GET /api/fan/limits"));
  },
});

/** Shows what a command answered. */
export function putLimits(client: QueryClient, limits: SpendLimits): void {
  client.setQueryData(limitsQuery.queryKey, limits);
}
