import { queryOptions } from "@tanstack/react-query";
import type { OwnReport } from "#contract/reports.ts";
import { answerOf } from "#web/lib/api/failed-answer.ts";
import { queryApi } from "#web/lib/api/query-client.ts";

/** The person's reports, newest first, and the answers of support. */
export const reportsQuery = queryOptions<readonly OwnReport[]>({
  queryKey: ["reports"],
  staleTime: 0,
  async queryFn({ meta }) {
    return answerOf(await queryApi(meta).call("GET /api/reports")).data;
  },
});
