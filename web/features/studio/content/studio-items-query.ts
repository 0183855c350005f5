import { infiniteQueryOptions } from "@tanstack/react-query";
import type { StudioItem } from "#contract/studio-content.ts";
import { answerOf } from "#web/lib/api/failed-answer.ts";
import { queryApi } from "#web/lib/api/query-client.ts";
import type { StudioKind } from "./media-file.ts";

export type StudioItemsPage = {
  data: StudioItem[];
  links: { next: string | null };
  meta: { current_page: number; last_page: number };
};

export const studioItemsKey = (kind: StudioKind) => ["studio", "content", kind] as const;

/** The model's own videos or posts, newest first, page by page. */
export function studioItemsQuery(kind: StudioKind) {
  return infiniteQueryOptions({
    queryKey: studioItemsKey(kind),
    async queryFn({ pageParam, signal, meta }): Promise<StudioItemsPage> {
      const query = { kind, page: pageParam };
      return answerOf(await queryApi(meta).call("GET /api/studio/content", { query, signal }));
    },
    initialPageParam: 1,
    staleTime: 0,
    getNextPageParam: ({ meta }) => (meta.current_page < meta.last_page ? meta.current_page + 1 : undefined),
  });
}
