import type { Role } from "#contract/endpoint.ts";
import { m } from "#web/paraglide/messages.js";
import type { IconName } from "#web/ui/pictures/Icon.tsx";
import { type NavItem, settingsItems } from "./nav-items.ts";

/** An item that only the person themselves sees. */
export const own = (
  path: string,
  icon: IconName,
  name: () => string,
  badge: NavItem["badge"] = null,
): NavItem & { personal: true } => ({ path, icon, name, badge, personal: true });

export const earnings = own("/model/earnings", "receipt", () => m.earnings_title());

/** A model's pages about themselves; they stand in the studio's navigation too, whose other items no fan's page loads. */
export const aboutModel: readonly NavItem[] = [
  own("/model/page", "user", () => m.studio_nav_page()),
  earnings,
  own("/model/settings", "gear", () => m.nav_settings()),
];

/** The menu behind the picture of a person of this role, in its order; logging out follows. */
export function settingsItemsOf(role: Role): readonly NavItem[] {
  // The studio's navigation beside it has the rest.
  return role === "model" ? aboutModel : settingsItems;
}
