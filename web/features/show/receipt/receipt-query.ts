import { queryOptions } from "@tanstack/react-query";
import type { ShowReceipt } from "#contract/paid-shows.ts";
import { answerOf } from "#web/lib/api/failed-answer.ts";
import { queryApi } from "#web/lib/api/query-client.ts";

/** The receipt of a show of the fan's own; null when they have none by this id. Read again each time: a show may still run. */
export function showReceiptQuery(id: number) {
  return queryOptions<ShowReceipt | null>({
    queryKey: ["show-receipt", id],
    staleTime: 0,
    async queryFn({ meta }) {
      if (id === 0) return null;
      const answer = await queryApi(meta).call("GET /api/fan/shows/{id}/receipt", { params: { id } });
      if (answer.status === 404 || answer.status === 422) return null;
      return answerOf(answer);
    },
  });
}
