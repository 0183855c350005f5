import { infiniteQueryOptions } from "@tanstack/react-query";
import type { StudioItem } from "#contract/studio-content.ts";
import type { Api } from "#web/lib/api/api.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
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
    queryFn: ({ pageParam, signal }) => fetchStudioItems(browserApi, kind, pageParam, signal),
    initialPageParam: 1,
    staleTime: 0,
    getNextPageParam: ({ meta }) => (meta.current_page < meta.last_page ? meta.current_page + 1 : undefined),
  });
}

/** Asks for one page; throws when there is no proper answer. */
export async function fetchStudioItems(
  api: Api,
  kind: StudioKind,
  page: number,
  signal?: AbortSignal,
): Promise<StudioItemsPage> {
  const answer = await api.call("GET /api/studio/content", { query: { kind, page }, signal });
  if (answer.status === 200) return answer.body;
  throw new Error(answer.body.message);
}
