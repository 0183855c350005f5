import type { ContentKind } from "#web/lib/content/content-kinds.ts";
import { m } from "#web/paraglide/messages.js";

type PurchaseTab = {
  /** Its address. */
  to: string;
  name(): string;
  search(): string;
};

/** The parts of what a fan has bought, in their order. */
export const purchaseTabs: Record<ContentKind, PurchaseTab> = {
  video: { to: "/my-videos", name: m.nav_videos, search: m.purchases_search_videos },
  post: { to: "/my-videos?tab=posts", name: m.nav_posts, search: m.purchases_search_posts },
};

/** The part that an address asks for. */
export function tabOf(url: string): ContentKind {
  return new URL(url).searchParams.get("tab") === "posts" ? "post" : "video";
}
