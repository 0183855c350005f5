import { infiniteQueryOptions } from "@tanstack/react-query";
import { browserApi } from "#web/lib/api/browser-api.ts";

/** What the model sent to many, newest first. */
export const massQuery = infiniteQueryOptions({
  queryKey: ["mass-messages"],
  staleTime: 0,
  initialPageParam: 1,
  async queryFn({ pageParam, signal }) {
    const answer = await browserApi.call("GET /api/studio/mass-messages", {
      query: { page: pageParam },
      signal,
    });
    if (answer.status !== 200) throw new Error(answer.body.message);
    return answer.body;
  },
  getNextPageParam: ({ meta }) => (meta.current_page < meta.last_page ? meta.current_page + 1 : undefined),
});
