import { infiniteQueryOptions } from "@tanstack/react-query";
import type { Comments } from "#contract/comments.ts";
import { itemKey } from "#web/entities/content/content-query.ts";
import { queryApi } from "#web/lib/api/query-client.ts";

/** What was said of a post, the latest first. */
export function commentsQuery(postId: number) {
  return infiniteQueryOptions({
    queryKey: [...itemKey("post", postId), "comments"],
    async queryFn({ pageParam, signal, meta }): Promise<Comments> {
      const query = pageParam === null ? {} : { before: pageParam };
      const answer = await queryApi(meta).call("GET /api/posts/{id}/comments", {
        params: { id: postId },
        query,
        signal,
      });
      if (answer.status === 200) return answer.body;
      throw new Error(answer.body.message);
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ data, links }: Comments) => (links.next ? (data.at(-1)?.id ?? null) : null),
    staleTime: 0,
  });
}
