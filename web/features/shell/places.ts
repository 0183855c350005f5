import { m } from "#web/paraglide/messages.js";
import type { IconName } from "#web/ui/Icon.tsx";

/** A place of the main menu. The order of the list is the order on screen; every entry is a page that exists. */
export type Place = {
  path: string;
  icon: IconName;
  name(): string;
  /** Which number stands on it. */
  badge: "streaming" | null;
  /** Hidden from guests. */
  personal: boolean;
  /** Also one of the tabs at the foot of a phone. */
  tab: boolean;
};

export const places: readonly Place[] = [
  { path: "/", icon: "video", name: () => m.nav_rooms(), badge: "streaming", personal: false, tab: true },
];

/** Pages with a list that the search box of the header searches. */
export function isListPage(path: string): boolean {
  return path === "/";
}
