import type { Role } from "#contract/endpoint.ts";
import { studioPath } from "#web/lib/navigation/guards.ts";
import { m } from "#web/paraglide/messages.js";
import { aboutModel, earnings, own } from "./account-menu-items.ts";
import { drawerItems, type NavItem } from "./nav-items.ts";

const live = own(studioPath, "video", () => m.studio_nav_live());
const chats = own("/model/chats", "chat", () => m.nav_chat(), "unread_messages");
const videos = own("/model/videos", "play", () => m.nav_videos());
const rates = own("/model/rates", "card", () => m.studio_rates());

/** A model's own pages; the fans' are closed to them. In groups: the broadcast, talk, what is sold, the model themselves. */
export const studioGroups: readonly (readonly NavItem[])[] = [
  [live],
  [
    chats,
    own("/model/messages", "send", () => m.studio_mass_title()),
    own("/model/comments", "post", () => m.studio_comments(), "not_seen_comments"),
  ],
  [
    videos,
    own("/model/posts", "image", () => m.nav_posts()),
    rates,
    own("/model/tip-menu", "tip", () => m.studio_menu()),
  ],
  aboutModel,
];

/** The items that a model goes to most: they stand along the lower edge of small screens, all others in the menu. */
export const studioTabItems: readonly NavItem[] = [live, chats, videos, rates, earnings];

/** The drawer of small screens for this role, before and after its gender filter; null for a guest. */
export function drawerItemsOf(role: Role | null): typeof drawerItems {
  return role === "model" ? { before: studioGroups.flat(), after: [] } : drawerItems;
}
