// @vitest-environment happy-dom
import { screen, within } from "@testing-library/react";
import { Route, Routes } from "react-router";
import { afterEach, expect, test } from "vitest";
import { closePage, fanProfile, openPage } from "#testing/component/page.tsx";
import { gendersQuery } from "#web/entities/room/gender.ts";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { chooseTheme } from "#web/lib/page/theme.ts";
import { Drawer } from "./Drawer.tsx";

afterEach(closePage);

/** Opens the drawer on a page; answers its menu's links and buttons by what they say, and how many choices of a gender it has. */
async function openDrawer(at: string, { signedIn }: { signedIn: boolean }) {
  const drawer = <Drawer onClose={() => {}} />;
  const pages = (
    <Routes>
      <Route path="/" element={drawer} />
      <Route path="/:slug" element={drawer} />
    </Routes>
  );
  browserQueryClient().setQueryData(gendersQuery.queryKey, [{ id: 1, name_en: "Women", name_es: "Mujeres" }]);
  openPage(pages, { "GET /api/fan/profile": fanProfile() }, { signedIn, at });
  const menu = within(screen.getByRole("navigation", { name: "Main" }));
  await menu.findByText(signedIn ? "Logout" : "Log in");
  const entries = [...menu.getAllByRole("link"), ...menu.queryAllByRole("button")];
  const names = entries.map((entry) => entry.textContent);
  return { names, genders: menu.queryAllByRole("group", { name: "Gender" }).length };
}

const everybodys = ["VideoChat Rooms", "Trending", "Videos", "Posts"];

test("R-NAV-17, R-AMB-21: a guest's drawer has none of a person's items, and login in place of logout", async () => {
  expect((await openDrawer("/", { signedIn: false })).names).toEqual([...everybodys, "Log in"]);
  closePage();
  const own = ["Chat", "My Videos", "Profile", "Favorites", "Subscription"];
  expect((await openDrawer("/", { signedIn: true })).names).toEqual([...everybodys, ...own, "Logout"]);
});

test.each([{ signedIn: false }, { signedIn: true }])(
  "R-NAV-18: the drawer has the genders, but not on a page with a slug: %o",
  async (who) => {
    expect((await openDrawer("/", who)).genders).toBe(1);
    closePage();
    expect((await openDrawer("/aria", who)).genders).toBe(0);
  },
);

test("R-AUTH-32: signing out and the theme are plain forms, for a press before the page is hydrated", async () => {
  await openDrawer("/", { signedIn: true });
  const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
  const asked = ({ form, name, value }: HTMLButtonElement) => [
    form?.method,
    form?.getAttribute("action"),
    name,
    value,
  ];
  expect(asked(button("Logout"))).toEqual(["post", "/logout", "", ""]);
  expect(asked(button("Light theme"))).toEqual(["post", "/preferences", "theme", "light"]);
  button("Light theme").click();
  expect(asked(await screen.findByRole("button", { name: "Dark theme" }))).toEqual([
    "post",
    "/preferences",
    "theme",
    "dark",
  ]);
  chooseTheme("dark");
});
