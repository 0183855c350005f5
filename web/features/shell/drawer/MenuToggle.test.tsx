// @vitest-environment happy-dom
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closePage, openPage } from "#testing/component/page.tsx";
import { gendersQuery } from "#web/entities/room/gender.ts";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { SiteHeader } from "../SiteHeader.tsx";

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
