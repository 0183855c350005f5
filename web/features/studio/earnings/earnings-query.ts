import { queryOptions } from "@tanstack/react-query";
import { queryApi } from "#web/lib/api/query-client.ts";
import { Refusal } from "#web/lib/api/refusal.ts";
import type { Span } from "./earnings-span.ts";

/** What the model earned in some days; read again whenever it is looked at. */
export function earningsQuery({ from, to }: Span) {
  return queryOptions({
    queryKey: ["studio", "earnings", from, to],
    staleTime: 0,
    async queryFn({ signal, meta }) {
      const answer = await queryApi(meta).call("GET /api/studio/earnings", { query: { from, to }, signal });
      if (answer.status !== 200) throw new Refusal(answer);
      return answer.body;
    },
  });
}
