// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, within } from "@testing-library/react";
import { createRoutesStub } from "react-router";
import { afterEach, expect, test } from "vitest";
import type { FanProfile } from "#contract/accounts.ts";
import { gendersQuery } from "#web/lib/gender.ts";
import { profileQuery } from "#web/lib/viewer.ts";
import { Drawer } from "./Drawer.tsx";

afterEach(cleanup);

/** Opens the drawer on a page; answers its menu's links and buttons by what they say, badges left out. */
function openDrawer(path: string, viewer: Partial<FanProfile> | null) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(profileQuery.queryKey, viewer as FanProfile | null);
  client.setQueryData(gendersQuery.queryKey, [{ id: 1, name_en: "Women", name_es: "Mujeres" }]);
  const page = () => <Drawer onClose={() => {}} />;
  const Pages = createRoutesStub([
    { path: "/", Component: page },
    { path: "/:slug", Component: page },
  ]);
  render(
    <QueryClientProvider client={client}>
      <Pages initialEntries={[path]} />
    </QueryClientProvider>,
  );
  const menu = within(screen.getByRole("navigation", { name: "Main" }));
  const entries = [...menu.getAllByRole("link"), ...menu.queryAllByRole("button")];
  const names = entries.map((entry) => entry.querySelector("svg")?.nextSibling?.textContent);
  return { names, genders: menu.queryAllByRole("group", { name: "Gender" }).length };
}

const fan = {
  id: 7,
  role: "fan",
  unread_messages: 3,
  not_seen_attachments: 0,
  not_seen_posts: 0,
} as const;
const everybodys = ["VideoChat Rooms", "Trending", "Videos", "Posts"];

test("R-NAV-17, R-AMB-21: a guest's drawer has none of a person's places, and login in place of logout", () => {
  expect(openDrawer("/", null).names).toEqual([...everybodys, "Log in"]);
  cleanup();
  const own = ["Chat", "My Videos", "Profile", "Favorites", "Subscription"];
  expect(openDrawer("/", fan).names).toEqual([...everybodys, ...own, "Logout"]);
});

test("R-NAV-18: the drawer has the genders, but not on a page with a slug", () => {
  for (const viewer of [null, fan]) {
    expect(openDrawer("/", viewer).genders).toBe(1);
    cleanup();
    expect(openDrawer("/aria", viewer).genders).toBe(0);
    cleanup();
  }
});
