import type { ContentKind } from "#web/entities/content/content-item.ts";
import { type ContentPage, contentKey, contentPages } from "#web/entities/content/content-query.ts";
import type { Api } from "#web/lib/api/api.ts";
import { answerOf } from "#web/lib/api/failed-answer.ts";
import type { PageParam } from "#web/lib/api/next-page.ts";

const ofModel = {
  video: "GET /api/model-profile-attachments/{slug}",
  post: "GET /api/model-profile-posts/{slug}",
} as const satisfies Record<ContentKind, string>;

/** A model's videos or posts, newest first, page by page. */
export function modelContentQuery(kind: ContentKind, slug: string) {
  return contentPages([...contentKey(kind), "model", slug], "", (api, param, signal) =>
    fetchModelContent(api, kind, slug, { ...param, signal }),
  );
}

/** Asks for one page of them; throws when there is no proper answer. */
export async function fetchModelContent(
  api: Api,
  kind: ContentKind,
  slug: string,
  { signal, ...query }: PageParam & { signal?: AbortSignal } = { page: 1 },
): Promise<ContentPage> {
  return answerOf(await api.call(ofModel[kind], { params: { slug }, query, signal }));
}
