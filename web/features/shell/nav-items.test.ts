import { expect, test } from "vitest";
import { decideAccess } from "#web/lib/navigation/guards.ts";
import routes from "#web/routes.ts";
import { settingsItemsOf } from "./account-menu-items.ts";
import {
  drawerItems,
  isAt,
  navbarItems,
  navItemsFor,
  searchWordsAt,
  settingsItems,
  tabItems,
} from "./nav-items.ts";
import { drawerItemsOf } from "./role-nav-items.ts";

const names = (list: typeof navbarItems) => list.map(({ name }) => name());
const drawer = [...drawerItems.before, ...drawerItems.after];

test("R-NAV-07: the menu of the person has four items in their order, before logging out", () => {
  expect(settingsItems.map((item) => [item.name(), item.path])).toEqual([
    ["Profile", "/settings"],
    ["Favorites", "/favorites-models"],
    ["Subscriptions", "/subscription-models"],
    ["My Videos", "/my-videos"],
  ]);
});

test("R-NAV-12, R-NAV-17: guests see none of what belongs to a person", () => {
  const everybodys = ["VideoChat Rooms", "Trending", "Videos", "Posts"];
  expect(names(navItemsFor(navbarItems, false))).toEqual(everybodys);
  expect(names(navItemsFor(drawer, false))).toEqual(everybodys);
});

test("R-NAV-11, R-NAV-16: the items of a fan stand in the order of the menus", () => {
  expect(navItemsFor(navbarItems, true).map((item) => [item.name(), item.path])).toEqual([
    ["VideoChat Rooms", "/"],
    ["Trending", "/trending"],
    ["Videos", "/videos"],
    ["Posts", "/allposts"],
    ["Chat", "/chat"],
    ["My Videos", "/my-videos"],
  ]);
  expect(names(navItemsFor(drawer, true))).toEqual([
    "VideoChat Rooms",
    "Trending",
    "Videos",
    "Posts",
    "Chat",
    "My Videos",
    "Profile",
    "Favorites",
    "Subscription",
  ]);
  expect(names(drawerItems.before)).toEqual(["VideoChat Rooms", "Trending"]);
});

test("R-NAV-13: the navbar of small screens has three items, two of them for guests", () => {
  expect(names(navItemsFor(tabItems, true))).toEqual(["VideoChat Rooms", "Videos", "Chat"]);
  expect(names(navItemsFor(tabItems, false))).toEqual(["VideoChat Rooms", "Videos"]);
});

test("the menus lead to nine pages; joining and logging out stand beside them", () => {
  const paths = [...navbarItems, ...settingsItems, ...drawer].map(({ path }) => path);
  expect([...new Set(paths)].sort()).toEqual(
    [
      "/",
      "/trending",
      "/videos",
      "/allposts",
      "/my-videos",
      "/chat",
      "/settings",
      "/favorites-models",
      "/subscription-models",
    ].sort(),
  );
});

test("R-ROLE-10: a model's menus lead to their own pages, and not to the fans', which are closed to them", () => {
  const pages =
    "Live, Chat, Mass messages, Comments, Videos, Posts, Rates, Tip menu, Your page, Earnings, Settings".split(
      ", ",
    );
  expect(names(settingsItemsOf("model"))).toEqual(pages.slice(-3));
  const { before, after } = drawerItemsOf("model");
  expect(names(navItemsFor([...before, ...after], true))).toEqual(pages);
  const model = { signedIn: true, expired: false, role: "model" } as const;
  for (const { path } of before) expect(decideAccess(path, model)).toEqual({ kind: "pass" });
  expect([settingsItemsOf("fan"), drawerItemsOf(null)]).toEqual([settingsItems, drawerItems]);
});

test("an item is marked on its own pages only", () => {
  const [rooms, chat] = ["/", "/chat"].map((path) => navbarItems.find((item) => item.path === path));
  if (!rooms || !chat) throw new Error("no items");
  expect([isAt("/", rooms), isAt("/chat/5", rooms), isAt("/chat/5", chat), isAt("/chats", chat)]).toEqual([
    true,
    false,
    true,
    false,
  ]);
});

test("R-NAV-03, R-ROUTE-02, R-ROUTE-03, R-ROUTE-04: the search box belongs to lists, and says what each one finds", () => {
  const inFavorites = searchWordsAt("/favorites-models");
  expect([searchWordsAt("/"), inFavorites]).toEqual(["Search models", "Search models"]);
  for (const path of ["/trending", "/trending/", "/Trending"])
    expect(searchWordsAt(path)).toBe("Search models in the ranking");
  expect(searchWordsAt("/videos")).toMatch(/video/i);
  expect(searchWordsAt("/allposts/")).toMatch(/post/i);
  for (const path of [
    "/videos/5",
    "/allposts/5",
    "/chat",
    "/settings",
    "/my-videos",
    "/luna",
    "/login",
    "/trending/5",
    "/trendings",
  ])
    expect(searchWordsAt(path), path).toBeNull();
});

test("every item is a page of ours, or the settings", () => {
  const paths = (list: readonly { path?: string; children?: readonly object[] }[]): string[] =>
    list.flatMap(({ path, children }) => [...(path ? [`/${path}`] : []), ...paths(children ?? [])]);
  const ours = ["/", "/settings", ...paths(routes)];
  for (const { path } of [...navbarItems, ...settingsItems, ...drawer, ...drawerItemsOf("model").before])
    expect(ours).toContain(path);
});
