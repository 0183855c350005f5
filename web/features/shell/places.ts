import type { MenuCounter } from "#web/entities/account/menu-counters.ts";
import { m } from "#web/paraglide/messages.js";
import type { IconName } from "#web/ui/pictures/Icon.tsx";

/** A place of the menus. Every entry is a page that exists. */
export type Place = {
  path: string;
  icon: IconName;
  name(): string;
  /** Which number stands on it: how many stream now, or one of the person's own counters. */
  badge: "streaming" | MenuCounter | null;
  /** Hidden from guests. */
  personal: boolean;
};

const rooms: Place = {
  path: "/",
  icon: "video",
  name: () => m.nav_rooms(),
  badge: "streaming",
  personal: false,
};
const trending: Place = {
  path: "/trending",
  icon: "flame",
  name: () => m.nav_trending(),
  badge: null,
  personal: false,
};
const videos: Place = {
  path: "/videos",
  icon: "play",
  name: () => m.nav_videos(),
  badge: "not_seen_attachments",
  personal: false,
};
const posts: Place = {
  path: "/allposts",
  icon: "post",
  name: () => m.nav_posts(),
  badge: "not_seen_posts",
  personal: false,
};
const personal = (path: string, icon: IconName, name: () => string): Place => ({
  path,
  icon,
  name,
  badge: null,
  personal: true,
});
const chat: Place = { ...personal("/chat", "chat", () => m.nav_chat()), badge: "unread_messages" };
const myVideos = personal("/my-videos", "folder", () => m.nav_my_videos());
const profile = personal("/settings", "user", () => m.nav_profile());
const favorites = personal("/favorites-models", "heart", () => m.nav_favorites());
const subscriptions = personal("/subscription-models", "crown", () => m.nav_subscriptions());

/** The navbar of wide screens, in its order. */
export const navbarPlaces: readonly Place[] = [rooms, trending, videos, posts, chat, myVideos];

/** The navbar of small screens, at their lower edge. */
export const tabPlaces: readonly Place[] = [rooms, videos, chat];

/** The menu behind the person's picture, in its order; logging out follows. */
export const settingsPlaces: readonly Place[] = [profile, favorites, subscriptions, myVideos];

/** The drawer of small screens, before and after its gender filter; language and logging out follow. */
export const drawerPlaces: { before: readonly Place[]; after: readonly Place[] } = {
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

/** The places of a list that this visitor may see. */
export function placesFor(list: readonly Place[], signedIn: boolean): Place[] {
  return list.filter((place) => signedIn || !place.personal);
}

/** Is this the place one is at, or a page within it? */
export function isAt(pathname: string, { path }: Place): boolean {
  return pathname === path || (path !== "/" && pathname.startsWith(`${path}/`));
}

/** What the search box of the header says on a page with a list; null on all others, which have none. */
export function searchWordsAt(path: string): string | null {
  if (/^\/trending\/?$/i.test(path)) return m.trending_search();
  if (/^\/videos\/?$/i.test(path)) return m.content_videos_search();
  if (/^\/allposts\/?$/i.test(path)) return m.content_posts_search();
  return /^\/(favorites-models\/?)?$/i.test(path) ? m.nav_search_models() : null;
}
