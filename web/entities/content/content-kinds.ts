import type { Post, Video } from "#contract/content.ts";
import type { MenuCounter } from "#web/entities/account/menu-counters.ts";

/** What models publish: videos, and posts with a picture or a video. */
export type ContentKind = "video" | "post";
export type ContentItem = Video | Post;

/** Where each kind is listed, and under which names the API knows it. */
export const contentKinds = {
  video: {
    path: "/videos",
    all: "GET /api/videos-all",
    one: "GET /api/videos/{id}",
    purchased: "GET /api/videos-purchased",
    seen: "POST /api/fan/seen-videos",
    counter: "not_seen_attachments",
  },
  post: {
    path: "/allposts",
    all: "GET /api/posts-all",
    one: "GET /api/posts/{id}",
    purchased: "GET /api/fan/purchased-posts",
    seen: "POST /api/fan/seen-posts",
    counter: "not_seen_posts",
  },
} as const satisfies Record<ContentKind, { path: string; counter: MenuCounter } & Record<string, string>>;

/** The page of one item. */
export function itemPath(kind: ContentKind, id: number): string {
  return `${contentKinds[kind].path}/${id}`;
}
