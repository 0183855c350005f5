import { queryOptions, useQuery } from "@tanstack/react-query";
import { queryApi } from "#web/lib/api/query-client.ts";

/** The address that emails to support go to; null when it cannot be had, since the form works without it. */
export const supportEmailQuery = queryOptions<string | null>({
  queryKey: ["support", "email"],
  async queryFn({ meta }) {
    const answer = await queryApi(meta).call("GET /api/support/contact");
    return answer.status === 200 ? answer.body.email : null;
  },
  staleTime: Number.POSITIVE_INFINITY,
});

export function useSupportEmail(): string | null {
  return useQuery(supportEmailQuery).data ?? null;
}
