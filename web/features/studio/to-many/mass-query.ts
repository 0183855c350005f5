import { infiniteQueryOptions } from "@tanstack/react-query";
import type { MassMessage } from "#contract/mass-messages.ts";
import { answerOf } from "#web/lib/api/failed-answer.ts";
import { queryApi } from "#web/lib/api/query-client.ts";

export type MassPage = {
  data: MassMessage[];
  links: { next: string | null };
  meta: { current_page: number; last_page: number };
};

/** The model's messages to many, the standing welcome first, then the newest. */
export const massQuery = infiniteQueryOptions({
  queryKey: ["studio", "mass-messages"],
  staleTime: 0,
  initialPageParam: 1,
  async queryFn({ pageParam, signal, meta }): Promise<MassPage> {
    const query = { page: pageParam };
    return answerOf(await queryApi(meta).call("GET /api/studio/mass-messages", { query, signal }));
  },
  getNextPageParam: ({ meta }) => (meta.current_page < meta.last_page ? meta.current_page + 1 : undefined),
  // The message's figures grow while it goes out.
  refetchInterval: ({ state }) =>
    state.data?.pages.some(({ data }) => data.some((mass) => mass.state === "sending")) ? 2_000 : false,
});
