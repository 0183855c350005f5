// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, Link, Outlet, RouterProvider } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { cardOf } from "#testing/web/card.ts";
import { RoomOnItsWay } from "#web/features/room/RoomOnItsWay.tsx";
import { PressedLink } from "#web/features/shell/PressedLink.tsx";
import { SiteNav } from "#web/features/shell/SiteNav.tsx";
import { TabBar } from "#web/features/shell/TabBar.tsx";
import { profileQuery } from "#web/lib/session/viewer.ts";
import Stage from "./stage.tsx";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  Reflect.deleteProperty(Element.prototype, "animate");
});

/** A page with its menus, from which every move waits until `arrive` is called. */
function openSite() {
  const cache = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const base = cardOf({ id: 3, isStream: true });
  const card = { ...base, login: "luna", pictures: { ...base.pictures, live: "/files/live.webp" } };
  cache.setQueryData(profileQuery.queryKey, null);
  const page = {
    data: [card],
    links: { next: null },
    meta: { current_page: 1, last_page: 1 },
    live_count: 1,
  };
  cache.setQueryData(["rooms", 1, ""], { pages: [page], pageParams: [] });
  const waits = Promise.withResolvers<null>();
  const loader = () => waits.promise;
  const Site = () => (
    <>
      <SiteNav withGender={false} />
      <Outlet />
      <TabBar />
      <RoomOnItsWay />
      <PressedLink />
    </>
  );
  const Home = () => (
    <>
      <Link to="/stream/luna">
        <picture className="room-card-pic">
          <img src="/files/live.webp" alt="" />
        </picture>
        Luna
      </Link>
      <Link to="/stream/nobody">Nobody</Link>
      <Link to="/stream/wall/luna">Wall</Link>
    </>
  );
  const router = createMemoryRouter([
    {
      Component: Site,
      children: [
        { path: "/", Component: Home },
        { path: "/videos", loader, element: <p>the videos</p> },
      ],
    },
    { path: "/stream/*", loader, element: <p>the room</p> },
    {
      Component: Stage,
      children: [
        { path: "/stream/aria", element: <Link to="/stream/luna">Next room</Link> },
        { path: "/stream/luna", loader, element: <p>the room</p> },
      ],
    },
  ]);
  render(
    <QueryClientProvider client={cache}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), router, card, arrive: () => act(async () => waits.resolve(null)) };
}

/** The items that the two menus mark. */
const marked = () =>
  [...document.querySelectorAll("nav [aria-current=page]")].map((link) => link.getAttribute("href"));

test("an item of the menus that is pressed is marked at once, before its page is there", async () => {
  const { user, arrive } = openSite();
  expect(marked()).toEqual(["/", "/"]);
  await user.click(screen.getAllByRole("link", { name: /^Videos/ })[0] as HTMLElement);
  expect(marked()).toEqual(["/videos", "/videos"]);
  expect(screen.queryByText("the videos")).toBeNull();
  await arrive();
  await screen.findByText("the videos");
  expect(marked()).toEqual(["/videos", "/videos"]);
});

test("a card that is pressed opens its room's stage with its picture at once, whose cross gives the room up", async () => {
  const { user, router, card, arrive } = openSite();
  const press = () => user.click(screen.getByRole("link", { name: "Luna" }));
  await press();
  const stage = await screen.findByTestId("room-on-its-way");
  expect(stage.querySelector("img")?.getAttribute("src")).toBe(card.pictures.live);
  expect(stage.textContent).toContain("Luna");
  await user.click(screen.getByRole("link", { name: "Close" }));
  await waitFor(() => expect(screen.queryByTestId("room-on-its-way")).toBeNull());
  expect(router.state.location.pathname).toBe("/");
  await press();
  await screen.findByTestId("room-on-its-way");
  await arrive();
  await screen.findByText("the room");
  expect(screen.queryByTestId("room-on-its-way")).toBeNull();
});

/** Gives cards and stages their places, and the pictures their size; returns with what an element is animated. */
function placeAll(wantsLessMotion: boolean) {
  const animate = vi.fn();
  Element.prototype.animate = animate;
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    return this.closest("a") ? new DOMRect(100, 200, 180, 225) : new DOMRect(400, 80, 540, 960);
  });
  vi.spyOn(HTMLImageElement.prototype, "naturalWidth", "get").mockReturnValue(480);
  vi.spyOn(HTMLImageElement.prototype, "naturalHeight", "get").mockReturnValue(600);
  vi.spyOn(window, "matchMedia").mockReturnValue({ matches: wantsLessMotion } as MediaQueryList);
  return animate;
}

test("the stage grows out of the card that was pressed: its picture lies on the card's at first, and is not stretched", async () => {
  const animate = placeAll(false);
  const { user } = openSite();
  await user.click(screen.getByRole("link", { name: "Luna" }));
  await screen.findByTestId("room-on-its-way");
  expect(animate.mock.calls).toEqual([
    [
      [
        { translate: "-480px -247.5px", scale: String(225 / 960) },
        { translate: "none", scale: "none" },
      ],
      { duration: 250, easing: "ease-out" },
    ],
  ]);
});

test.each([
  ["for who wants less motion", true, "Luna"],
  ["out of what is no card", false, "Next room"],
])("the stage is there at once %s", async (_, wantsLessMotion, name) => {
  const animate = placeAll(wantsLessMotion);
  const { user, router } = openSite();
  if (name === "Next room") await act(() => router.navigate("/stream/aria"));
  await user.click(await screen.findByRole("link", { name }));
  await screen.findByTestId("room-on-its-way");
  expect(animate).not.toHaveBeenCalled();
});

test("a room that is chosen in another one shows its stage at once, with a picture that a room has of the others", async () => {
  const { user, router, card, arrive } = openSite();
  await act(() => router.navigate("/stream/aria"));
  await user.click(await screen.findByRole("link", { name: "Next room" }));
  const stage = await screen.findByTestId("room-on-its-way");
  expect(stage.querySelector("img")?.getAttribute("src")).toBe(card.pictures.portrait_small);
  expect(stage.querySelector("source")?.getAttribute("srcset")).toBe(card.pictures.tall);
  await arrive();
  await screen.findByText("the room");
  expect(screen.queryByTestId("room-on-its-way")).toBeNull();
});

test("a link whose page has to be waited for is marked from the press until it is there, whatever it leads to", async () => {
  const { user, router, arrive } = openSite();
  const link = screen.getByRole("link", { name: "Nobody" });
  await user.click(link);
  expect(link.hasAttribute("data-pressed")).toBe(true);
  expect(document.querySelectorAll("[data-pressed]")).toHaveLength(1);
  const videos = screen.getAllByRole("link", { name: /^Videos/ })[0] as HTMLElement;
  await user.click(videos);
  await waitFor(() => expect(router.state.navigation.location?.pathname).toBe("/videos"));
  expect(videos.hasAttribute("data-pressed")).toBe(true);
  expect(document.querySelectorAll("[data-pressed]")).toHaveLength(1);
  await arrive();
  await screen.findByText("the videos");
  expect(document.querySelectorAll("[data-pressed]")).toHaveLength(0);
});

test("a pressed link stays marked on a page that is too busy to draw that the move has begun", async () => {
  const { user } = openSite();
  const link = screen.getByRole("link", { name: "Nobody" });
  link.addEventListener("click", () => {
    for (const until = performance.now() + 600; performance.now() < until;);
  });
  await user.click(link);
  expect(link.hasAttribute("data-pressed")).toBe(true);
});

test("a link that leads nowhere, as one whose press was held, is marked for a moment only", async () => {
  const { user } = openSite();
  const link = screen.getByRole("link", { name: "Nobody" });
  link.addEventListener("click", (event) => event.preventDefault());
  await user.click(link);
  expect(link.hasAttribute("data-pressed")).toBe(true);
  await waitFor(() => expect(link.hasAttribute("data-pressed")).toBe(false));
});

test("a room of whom nothing is known yet, and a wall of rooms, show no stage ahead", async () => {
  for (const name of ["Nobody", "Wall"]) {
    const { user, router } = openSite();
    await user.click(screen.getByRole("link", { name }));
    await waitFor(() => expect(router.state.navigation.state).toBe("loading"));
    expect(screen.queryByTestId("room-on-its-way")).toBeNull();
    cleanup();
  }
});
