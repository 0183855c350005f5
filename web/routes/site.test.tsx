import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { prerender } from "react-dom/static";
import { createRoutesStub, Outlet } from "react-router";
import { expect, test } from "vitest";
import type { FanProfile } from "#contract/profile.ts";
import { cardOf } from "#testing/web/card.ts";
import { gendersQuery } from "#web/entities/room/gender.ts";
import { roomsQuery } from "#web/entities/room/rooms-query.ts";
import { profileQuery } from "#web/lib/session/viewer.ts";
import routes from "#web/routes.ts";
import Home from "./home.tsx";
import Site from "./site.tsx";
import Stage from "./stage.tsx";

const as = (page: unknown) => page as ComponentType;
const Empty = () => <main>page</main>;
const nowhere = { epoch: "e", sequence: 0 };
const Pages = createRoutesStub([
  {
    id: "site",
    Component: as(Site),
    HydrateFallback: Outlet,
    children: [
      { id: "home", path: "/", Component: as(Home) },
      { path: "/:slug", Component: Empty },
    ],
  },
  {
    Component: as(Stage),
    children: [
      { path: "/stream/:slug", Component: Empty },
      { path: "/promo-stream/:token", Component: Empty },
    ],
  },
]);
const loaderData = {
  site: { queries: null, resendHidden: false, dismissed: "", loadedAt: "2026-11-22T12:00:00.000Z" },
  home: { queries: null },
};
const genders = [
  { id: 1, name_en: "Women", name_es: "Mujeres" },
  { id: 2, name_en: "Men", name_es: "Hombres" },
];
const rooms = {
  data: [cardOf({ id: 1, isStream: true }), cardOf({ id: 2 })],
  links: { next: null },
  meta: { current_page: 1, last_page: 1 },
  live_count: 1,
  live_from: { public: nowhere, presence: nowhere },
};
const fan = {
  id: 7,
  role: "fan",
  login: "nico",
  email: "nico@example.test",
  balance: 20,
  validation: "confirmed",
  priceChanges: [],
  blocked_models: [],
  banned_by: [],
  endingSubscriptions: [],
} as unknown as FanProfile;

/** A page with its frame as the server draws it for a viewer, without the menu that small screens open. */
const draw = async (path: string, viewer: FanProfile | null) =>
  (await drawWhole(path, viewer)).replace(openedMenu, "");

/** The same with that menu. */
async function drawWhole(path: string, viewer: FanProfile | null): Promise<string> {
  const client = new QueryClient();
  client.setQueryData(profileQuery.queryKey, viewer);
  client.setQueryData(gendersQuery.queryKey, genders);
  client.setQueryData(roomsQuery(1, "").queryKey, { pages: [rooms], pageParams: [1] });
  const { prelude } = await prerender(
    <QueryClientProvider client={client}>
      <Pages initialEntries={[path]} hydrationData={{ loaderData }} />
    </QueryClientProvider>,
  );
  return new Response(prelude).text();
}

const part = (html: string, pattern: RegExp) => pattern.exec(html)?.[0] ?? "";
/** The navbar with scripts: what stands in for them is left out. */
const navbarOf = (html: string) =>
  part(html, /<nav aria-label="Main" class="hidden .*?<\/nav>/).replaceAll(/<noscript>.*?<\/noscript>/g, "");
const openedMenu = /<nav aria-label="Main"><ul .*?<\/nav>/;
const headerOf = (html: string) => part(html, /<header .*?<\/header>/);
/** The list behind a signed-in person's picture. */
const settingsMenuOf = (html: string) =>
  headerOf(html)
    .match(/<ul .*?<\/ul>/g)
    ?.find((list) => list.includes("Logout")) ?? "";
const gendersIn = (html: string) => [...html.matchAll(/<legend[^>]*>Gender<\/legend>/g)].length;
/** Whether a link or a button says this; with where the link leads. */
function entriesOf(html: string): Map<string, string> {
  const found = html.matchAll(/<(?:a [^>]*?href="([^"]*)"|button)[^>]*>(.*?)<\/(?:a|button)>/g);
  return new Map(
    [...found].map(([, href = "button", inner = ""]) => [inner.replaceAll(/<[^>]*>/g, "").trim(), href]),
  );
}

test("R-ROUTE-01: the front page of a guest has the rooms, their search, the genders and the footer", async () => {
  const html = await draw("/", null);
  expect(html).toMatch(/<h1[^>]*>VideoChat Rooms<\/h1>/);
  expect([...html.matchAll(/data-testid="room-(\w+)"/g)].map(([, login]) => login)).toEqual([
    "luna1",
    "luna2",
  ]);
  expect(html).toContain('placeholder="Search models"');
  expect(gendersIn(html)).toBe(1);
  expect(html).toContain("<footer");
});

test("R-NAV-01, R-NAV-05, R-NAV-25: the header leads home, and a guest to log in and to sign up, in the language of their choice", async () => {
  const guests = headerOf(await draw("/register", null));
  expect(guests).toContain('<a aria-label="Fanlight, home" class="min-w-0 rounded-8" href="/"');
  const entries = entriesOf(guests);
  expect([entries.get("Log in"), entries.get("Sign up")]).toEqual(["/login", "/register"]);
  expect([...guests.matchAll(/<button[^>]* lang="(\w+)"/g)].map(([, language]) => language)).toEqual([
    "en",
    "es",
  ]);
  expect(guests).not.toContain('data-testid="balance"');
});

test("R-NAV-04: a fan's header has the balance, and no login", async () => {
  const html = headerOf(await draw("/", { ...fan, balance: 1234 }));
  expect(html).toMatch(/data-testid="balance"[^>]*>1,234</);
  expect(entriesOf(html).has("Log in")).toBe(false);
});

test("R-NAV-17: the menu of small screens is in the page before any script, for the browser to open", async () => {
  for (const viewer of [null, fan]) {
    const html = await drawWhole("/", viewer);
    const [menu, ...others] = html.match(new RegExp(openedMenu, "g")) ?? [];
    expect(others).toEqual([]);
    const links = new Map([...entriesOf(menu ?? "")].filter(([, href]) => href !== "button"));
    expect(links.get("Trending")).toBe("/trending");
    expect([links.get("Log in"), links.get("Favorites")]).toEqual(
      viewer ? [undefined, "/favorites-models"] : ["/login", undefined],
    );
    const [, id] = /<div id="(\w+)" popover=""/.exec(html) ?? [];
    const named = html.match(/<button[^>]* aria-label="Menu"[^>]*>/g) ?? [];
    const toggle = named.find((button) => /popoverTargetAction="show"/i.test(button));
    expect(toggle).toMatch(new RegExp(` popoverTarget="${id}"`, "i"));
    expect(toggle, "the browser says itself whether it is open").not.toContain("aria-expanded");
  }
});

test("R-NAV-12: Chat and My Videos stand in the navbar of a fan, and not in a guest's", async () => {
  const everybodys = ["VideoChat Rooms", "Trending", "Videos", "Posts"];
  expect([...entriesOf(navbarOf(await draw("/", null))).keys()]).toEqual(everybodys);
  expect([...entriesOf(navbarOf(await draw("/", fan))).keys()]).toEqual([...everybodys, "Chat", "My Videos"]);
});

test("R-NAV-19: the menus of the header have eleven entries in all, joining for guests only", async () => {
  const [guest, signedIn] = [await draw("/", null), await draw("/", fan)];
  const everybodys = { "VideoChat Rooms": "/", Trending: "/trending", Videos: "/videos", Posts: "/allposts" };
  expect(Object.fromEntries(entriesOf(navbarOf(guest)))).toEqual(everybodys);
  expect(settingsMenuOf(guest)).toBe("");
  const fans = [...entriesOf(navbarOf(signedIn)), ...entriesOf(settingsMenuOf(signedIn))];
  expect(Object.fromEntries(fans)).toEqual({
    ...everybodys,
    "My Videos": "/my-videos",
    Chat: "/chat",
    Profile: "/settings",
    Favorites: "/favorites-models",
    Subscriptions: "/subscription-models",
    Logout: "button",
  });
  expect(entriesOf(headerOf(guest)).get("Log in")).toBe("/login");
  expect(entriesOf(signedIn).has("Log in")).toBe(false);
});

test("R-NAV-14: the stream pages have the header and no navbar", async () => {
  const stage = routes.find(({ file }) => file === "routes/stage.tsx");
  expect(stage?.children?.map(({ path }) => path)).toEqual(["stream/:slug", "promo-stream/:token"]);
  for (const path of ["/stream/luna", "/promo-stream/abc"]) {
    const html = await draw(path, fan);
    expect(html, path).toContain("<header");
    expect(html, path).not.toContain("<nav");
  }
  expect(navbarOf(await draw("/", fan))).not.toBe("");
});

test("R-ACCT-12, R-ACCT-17: a fan whose email waits learns in a room too what confirming brings, above the stage and not over it", async () => {
  for (const path of ["/stream/luna", "/promo-stream/abc"]) {
    const html = await draw(path, { ...fan, status: "active", validation: "waiting" });
    expect(html, path).toContain("Confirm your email and get 5 tokens");
    expect(html, path).toContain("phone:[--offline-bar:var(--below-strip)]");
    expect(await draw(path, fan), path).not.toContain("Confirm your email");
  }
});

test("R-NAV-15: the genders stand in the navbar, which only wide screens show, and not on a page with a slug", async () => {
  const home = await draw("/", fan);
  expect([gendersIn(navbarOf(home)), gendersIn(home)]).toEqual([1, 1]);
  expect(part(navbarOf(home), /class="[^"]*"/)).toMatch(/"hidden .*\blg:flex\b/);
  const profile = await draw("/luna", fan);
  expect(navbarOf(profile)).not.toBe("");
  expect(gendersIn(profile)).toBe(0);
});

test("a page with the sums of a receipt leaves the small player of a room out", async () => {
  const pages = routes.flatMap(({ children }) => children ?? []);
  const receipts = pages.filter(({ path = "" }) => /(^|\/)receipts(\/|$)/.test(path));
  expect(receipts).not.toEqual([]);
  for (const { file } of receipts) {
    const page = (await import(/* @vite-ignore */ `#web/${file}`)) as { handle?: { player?: boolean } };
    expect([file, page.handle?.player]).toEqual([file, false]);
  }
});
