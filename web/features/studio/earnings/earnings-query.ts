import { queryOptions } from "@tanstack/react-query";
import { answerOf } from "#web/lib/api/failed-answer.ts";
import { queryApi } from "#web/lib/api/query-client.ts";
import type { Span } from "./earnings-span.ts";

/** The model's earnings in some days; read again whenever they are looked at. */
export function earningsQuery({ from, to }: Span) {
  return queryOptions({
    queryKey: ["studio", "earnings", from, to],
    staleTime: 0,
    async queryFn({ signal, meta }) {
      return answerOf(await queryApi(meta).call("GET /api/studio/earnings", { query: { from, to }, signal }));
    },
  });
}
