import type { MenuCounter } from "#web/entities/account/menu-counters.ts";
import { m } from "#web/paraglide/messages.js";
import type { IconName } from "#web/ui/pictures/Icon.tsx";

/** An item of the menus. Every item is a page that exists. */
export type NavItem = {
  path: string;
  icon: IconName;
  name(): string;
  /** The number on the item: how many stream now, or one of the person's own counters. */
  badge: "streaming" | MenuCounter | null;
  /** Hidden from guests. */
  personal: boolean;
};

const rooms: NavItem = {
  path: "/",
  icon: "video",
  name: () => m.nav_rooms(),
  badge: "streaming",
  personal: false,
};
const trending: NavItem = {
  path: "/trending",
  icon: "flame",
  name: () => m.nav_trending(),
  badge: null,
  personal: false,
};
const videos: NavItem = {
  path: "/videos",
  icon: "play",
  name: () => m.nav_videos(),
  badge: "not_seen_attachments",
  personal: false,
};
const posts: NavItem = {
  path: "/allposts",
  icon: "post",
  name: () => m.nav_posts(),
  badge: "not_seen_posts",
  personal: false,
};
const personal = (path: string, icon: IconName, name: () => string): NavItem => ({
  path,
  icon,
  name,
  badge: null,
  personal: true,
});
const chat: NavItem = { ...personal("/chat", "chat", () => m.nav_chat()), badge: "unread_messages" };
const myVideos = personal("/my-videos", "folder", () => m.nav_my_videos());
const profile = personal("/settings", "user", () => m.nav_profile());
const favorites = personal("/favorites-models", "heart", () => m.nav_favorites());
const subscriptions = personal("/subscription-models", "crown", () => m.nav_subscriptions());

/** The navbar of wide screens, in its order. */
export const navbarItems: readonly NavItem[] = [rooms, trending, videos, posts, chat, myVideos];

/** The navbar of small screens, at their lower edge. */
export const tabItems: readonly NavItem[] = [rooms, videos, chat];

/** The menu behind the person's picture, in its order; logging out follows. */
export const settingsItems: readonly NavItem[] = [profile, favorites, subscriptions, myVideos];

/** The drawer of small screens, before and after its gender filter; language and logging out follow. */
export const drawerItems: { before: readonly NavItem[]; after: readonly NavItem[] } = {
  before: [rooms, trending],
  after: [
    videos,
    posts,
    chat,
    myVideos,
    profile,
    favorites,
    { ...subscriptions, name: () => m.nav_subscription() },
  ],
};

/** The items of a list that this visitor may see. */
export function navItemsFor(list: readonly NavItem[], signedIn: boolean): NavItem[] {
  return list.filter((item) => signedIn || !item.personal);
}

/** Is this the page one is at, or one above it? */
export function isAt(pathname: string, { path }: NavItem): boolean {
  return pathname === path || (path !== "/" && pathname.startsWith(`${path}/`));
}

/** The text of the header's search box on a page with a list; null on all others, which have none. */
export function searchWordsAt(path: string): string | null {
  if (/^\/trending\/?$/i.test(path)) return m.trending_search();
  if (/^\/videos\/?$/i.test(path)) return m.content_videos_search();
  if (/^\/allposts\/?$/i.test(path)) return m.content_posts_search();
  return /^\/(favorites-models\/?)?$/i.test(path) ? m.nav_search_models() : null;
}
