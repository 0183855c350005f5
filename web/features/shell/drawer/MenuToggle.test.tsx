// @vitest-environment happy-dom
import { QueryClientProvider } from "@tanstack/react-query";
import { screen, waitFor, within } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, test } from "vitest";
import { closePage, openPage } from "#testing/component/page.tsx";
import { gendersQuery } from "#web/entities/room/gender.ts";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { overwriteGetLocale } from "#web/paraglide/runtime.js";
import { SiteHeader } from "../SiteHeader.tsx";
import { MenuToggle } from "./MenuToggle.tsx";

afterEach(closePage);

test.each([
  ["en", "Menu"],
  ["es", "Menú"],
] as const)(
  "R-NAV-09: the menu's toggle opens the drawer, and pressed again closes it and has the focus, in %s",
  async (language, name) => {
    browserQueryClient().setQueryData(gendersQuery.queryKey, [
      { id: 1, name_en: "Women", name_es: "Mujeres" },
    ]);
    const { user } = openPage(<SiteHeader />, {}, { signedIn: false, language });
    const toggle = screen.getByRole("button", { name });
    expect(toggle.getAttribute("aria-expanded")).toBe("false");
    toggle.focus();
    await user.keyboard("{Enter}");
    const drawer = await screen.findByRole("dialog", { name });
    expect(toggle.closest("[aria-hidden]"), "the dialog covers the header").not.toBeNull();
    const again = within(drawer).getByRole("button", { name });
    expect(again.getAttribute("aria-expanded")).toBe("true");
    again.focus();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(toggle.getAttribute("aria-expanded")).toBe("false");
    await waitFor(() => expect(document.activeElement).toBe(toggle));
  },
);

test.each([
  ["en", "Menu"],
  ["es", "Menú"],
] as const)(
  "R-NAV-09: before the page is hydrated the menu that the browser opens by itself is a dialog of the same name, in %s",
  (language, name) => {
    overwriteGetLocale(() => language);
    const html = renderToString(
      <QueryClientProvider client={browserQueryClient()}>
        <RouterProvider router={createMemoryRouter([{ path: "*", element: <MenuToggle /> }])} />
      </QueryClientProvider>,
    );
    const page = new DOMParser().parseFromString(html, "text/html");
    const menu = page.querySelector("[popover]");
    expect([menu?.getAttribute("role"), menu?.getAttribute("aria-label")]).toEqual(["dialog", name]);
    expect(page.querySelector("button")?.getAttribute("popovertarget")).toBe(menu?.id);
    overwriteGetLocale(() => "en");
  },
);
