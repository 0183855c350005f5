import type { Role } from "#contract/endpoint.ts";
import { studioPath } from "#web/lib/navigation/guards.ts";
import { m } from "#web/paraglide/messages.js";
import { drawerItems, type NavItem, settingsItems } from "./nav-items.ts";

/** A model's own pages; the fans' are closed to them. */
const studioItems: readonly NavItem[] = [
  { path: studioPath, icon: "video", name: () => m.studio_title(), badge: null, personal: true },
  { path: "/model/content", icon: "folder", name: () => m.studio_content(), badge: null, personal: true },
  {
    ...{ path: "/model/comments", icon: "post", name: () => m.studio_comments(), personal: true },
    badge: "not_seen_comments",
  },
  { path: "/model/earnings", icon: "receipt", name: () => m.earnings_title(), badge: null, personal: true },
  { path: "/model/chats", icon: "chat", name: () => m.nav_chat(), badge: "unread_messages", personal: true },
  { path: "/model/messages", icon: "send", name: () => m.studio_mass_title(), badge: null, personal: true },
  { path: "/model/settings", icon: "user", name: () => m.nav_profile(), badge: null, personal: true },
];

/** The menu behind the picture of a person of this role, in its order; logging out follows. */
export function settingsItemsOf(role: Role): readonly NavItem[] {
  return role === "model" ? studioItems : settingsItems;
}

/** The drawer of small screens for this role, before and after its gender filter; null for a guest. */
export function drawerItemsOf(role: Role | null): typeof drawerItems {
  return role === "model" ? { before: studioItems, after: [] } : drawerItems;
}
