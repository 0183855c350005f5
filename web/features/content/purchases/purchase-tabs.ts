import { m } from "#web/paraglide/messages.js";

/** The parts of what a fan has bought, in their order. */
export const purchaseParts = ["video", "post", "chat"] as const;
export type PurchasePart = (typeof purchaseParts)[number];

type PurchaseTab = {
  /** The address of the tab. */
  to: string;
  name(): string;
  search(): string;
};

export const purchaseTabs: Record<PurchasePart, PurchaseTab> = {
  video: { to: "/my-videos", name: m.nav_videos, search: m.purchases_search_videos },
  post: { to: "/my-videos?tab=posts", name: m.nav_posts, search: m.purchases_search_posts },
  chat: { to: "/my-videos?tab=chat", name: m.purchases_chat, search: m.purchases_search_chat },
};

/** The part that the query of an address asks for. */
export function partOf(query: string): PurchasePart {
  const asked = new URLSearchParams(query).get("tab");
  return asked === "posts" ? "post" : asked === "chat" ? "chat" : "video";
}
