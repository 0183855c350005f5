import type { Role } from "#contract/endpoint.ts";
import { studioPath } from "#web/lib/navigation/guards.ts";
import { m } from "#web/paraglide/messages.js";
import type { IconName } from "#web/ui/pictures/Icon.tsx";
import { drawerItems, type NavItem, settingsItems } from "./nav-items.ts";

const own = (
  path: string,
  icon: IconName,
  name: () => string,
  badge: NavItem["badge"] = null,
): NavItem & { personal: true } => ({ path, icon, name, badge, personal: true });

const live = own(studioPath, "video", () => m.studio_nav_live());
const chats = own("/model/chats", "chat", () => m.nav_chat(), "unread_messages");
const videos = own("/model/videos", "play", () => m.nav_videos());
const rates = own("/model/rates", "card", () => m.studio_rates());
const earnings = own("/model/earnings", "receipt", () => m.earnings_title());

const aboutModel: readonly NavItem[] = [
  own("/model/page", "user", () => m.studio_nav_page()),
  earnings,
  own("/model/settings", "gear", () => m.nav_settings()),
];

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

/** Those that a model goes to most: they stand along the lower edge of small screens, all others in the menu. */
export const studioTabItems: readonly NavItem[] = [live, chats, videos, rates, earnings];

/** The menu behind the picture of a person of this role, in its order; logging out follows. */
export function settingsItemsOf(role: Role): readonly NavItem[] {
  // The studio's navigation beside it has the rest.
  return role === "model" ? aboutModel : settingsItems;
}

/** The drawer of small screens for this role, before and after its gender filter; null for a guest. */
export function drawerItemsOf(role: Role | null): typeof drawerItems {
  return role === "model" ? { before: studioGroups.flat(), after: [] } : drawerItems;
}
