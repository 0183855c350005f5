import type { ContentKind } from "#web/entities/content/content-item.ts";
import { m } from "#web/paraglide/messages.js";

type KindLabels = {
  heading(): string;
  lead(): string;
  emptyTitle(): string;
  noMatchTitle(): string;
  noMatchText(): string;
  goneTitle(): string;
  all(): string;
};

/** The texts on the pages of each kind. */
export const kindLabels: Record<ContentKind, KindLabels> = {
  video: {
    heading: m.nav_videos,
    lead: m.content_videos_lead,
    emptyTitle: m.content_videos_empty,
    noMatchTitle: m.content_videos_no_match,
    noMatchText: m.content_no_match_text,
    goneTitle: m.content_video_gone,
    all: m.content_all_videos,
  },
  post: {
    heading: m.nav_posts,
    lead: m.content_posts_lead,
    emptyTitle: m.content_posts_empty,
    noMatchTitle: m.content_posts_no_match,
    noMatchText: m.content_no_match_text,
    goneTitle: m.content_post_gone,
    all: m.content_all_posts,
  },
};
