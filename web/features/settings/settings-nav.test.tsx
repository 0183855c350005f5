// @vitest-environment happy-dom
import { screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { FanProfile } from "#contract/profile.ts";
import { closePage, fanProfile, openPage } from "#testing/component/page.tsx";
import { useViewer } from "#web/lib/session/viewer.ts";
import { SettingsPage } from "./SettingsPage.tsx";

afterEach(closePage);

function Page() {
  const viewer = useViewer();
  return viewer && <SettingsPage viewer={viewer} />;
}

const open = (change: Partial<FanProfile> = {}, at = "/settings", language: "en" | "es" = "en") =>
  openPage(<Page />, { "GET /api/fan/profile": fanProfile(change) }, { at, language });

const nav = (name = "Sections") => within(screen.getByRole("navigation", { name }));
const current = () =>
  nav()
    .getAllByRole("link", { current: true })
    .map((link) => link.textContent);

test.each(["fan", "model", "admin"] as const)(
  "R-UI-01: every section of a %s is in the list at the side, under its own name, and no other",
  async (role) => {
    open({ role });
    await screen.findByRole("navigation", { name: "Sections" });
    const listed = nav()
      .getAllByRole("link")
      .map((link) => [link.getAttribute("href")?.replace(/.*#/, ""), link.textContent]);
    const sections = [...document.querySelectorAll("main section[id]")].map((section) => [
      section.id,
      section.querySelector("h2")?.textContent,
    ]);
    expect(listed).toEqual(sections);
    expect(listed.length).toBeGreaterThan(8);
  },
);

test("the first section is the current one, then the one that was chosen, which takes the focus", async () => {
  const page = open();
  await screen.findByRole("navigation", { name: "Sections" });
  expect(current()).toEqual(["Email"]);
  await page.user.click(nav().getByRole("link", { name: "Spending limits" }));
  expect(current()).toEqual(["Spending limits"]);
  expect(document.activeElement?.id).toBe("spending");
});

test("on phones a chosen section stands alone, with the way back to the list, which gives the focus back", async () => {
  const page = open({}, "/settings#password");
  const back = await screen.findByRole("link", { name: "All settings" });
  const hidden = (id: string) => document.getElementById(id)?.classList.contains("max-lg:hidden");
  expect([hidden("password"), hidden("email")]).toEqual([false, true]);
  await page.user.click(back);
  expect(screen.queryByRole("link", { name: "All settings" })).toBeNull();
  expect(document.activeElement?.textContent).toBe("Password");
  expect(document.activeElement?.tagName).toBe("A");
});

test("in Spanish, too", async () => {
  open({}, "/settings#password", "es");
  expect(await screen.findByRole("link", { name: "Todos los ajustes" })).toBeTruthy();
  expect(nav("Secciones").getByRole("link", { name: "Contraseña" })).toBeTruthy();
});
