import { queryOptions } from "@tanstack/react-query";
import type { OwnDecisions } from "#contract/reports.ts";
import { answerOf } from "#web/lib/api/failed-answer.ts";
import { queryApi } from "#web/lib/api/query-client.ts";

/**
 * The decisions against the person on reports of others, and the things of theirs that were removed, newest first.
 */
export const decisionsQuery = queryOptions<OwnDecisions>({
  queryKey: ["decisions"],
  staleTime: 0,
  async queryFn({ meta }) {
    return answerOf(await queryApi(meta).call("GET /api/decisions"));
  },
});
