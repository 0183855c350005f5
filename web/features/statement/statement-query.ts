import { infiniteQueryOptions } from "@tanstack/react-query";
import { chosen, type StatementFilter } from "#web/entities/wallet/statement-filter.ts";
import { answerOf } from "#web/lib/api/failed-answer.ts";
import { queryApi } from "#web/lib/api/query-client.ts";

/** Whether a filter can be asked for: its first day is not after its last. */
export function isSane({ from, to }: StatementFilter): boolean {
  return from === "" || to === "" || from <= to;
}

/** The statement page by page, newest first; always refetched, since every tip changes it. */
export function statementQuery(filter: StatementFilter) {
  return infiniteQueryOptions({
    queryKey: ["statement", filter],
    enabled: isSane(filter),
    staleTime: 0,
    initialPageParam: 1,
    async queryFn({ pageParam, signal, meta }) {
      const query = { ...chosen(filter), page: pageParam };
      return answerOf(await queryApi(meta).call("GET /api/wallet/statement", { query, signal }));
    },
    getNextPageParam: ({ meta }) => (meta.current_page < meta.last_page ? meta.current_page + 1 : undefined),
  });
}
