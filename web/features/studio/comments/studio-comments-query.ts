import { infiniteQueryOptions } from "@tanstack/react-query";
import type { StudioComments } from "#contract/comments.ts";
import { studioCommentsKey } from "#web/entities/content/comments-changed.ts";
import { answerOf } from "#web/lib/api/failed-answer.ts";
import { queryApi } from "#web/lib/api/query-client.ts";

/** The comments on all posts of the model, the latest first, page by page. */
export const studioCommentsQuery = infiniteQueryOptions({
  queryKey: studioCommentsKey,
  async queryFn({ pageParam, signal, meta }): Promise<StudioComments> {
    const query = pageParam === null ? {} : { before: pageParam };
    return answerOf(await queryApi(meta).call("GET /api/studio/comments", { query, signal }));
  },
  initialPageParam: null as number | null,
  getNextPageParam: ({ data, links }: StudioComments) => (links.next ? (data.at(-1)?.id ?? null) : null),
  staleTime: 0,
});
