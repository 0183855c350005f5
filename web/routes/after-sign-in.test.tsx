// @vitest-environment happy-dom
import { act, screen } from "@testing-library/react";
import type { ComponentType } from "react";
import { afterEach, expect, test } from "vitest";
import { closePage, fanProfile, openPage } from "#testing/component/page.tsx";
import { beginSession } from "#web/lib/session/sign-in.ts";
import Login from "./login.tsx";
import Register from "./register.tsx";

afterEach(closePage);

const pages = {
  "/login": Login,
  "/register": Register,
  "/register?model=true": Register,
} as unknown as Record<string, ComponentType<{ loaderData: null }>>;

test.each([
  ["/login", "fan", "/"],
  ["/login", "model", "/model/update-model-profile"],
  ["/login", "admin", "/admin/models"],
  ["/register", "fan", "/"],
  ["/register?model=true", "model", "/model/update-model-profile"],
] as const)(
  "at %s no emptied form is shown between signing in as a %s and the next page",
  async (at, role, home) => {
    const Page = pages[at] as ComponentType<{ loaderData: null }>;
    openPage(
      <Page loaderData={null} />,
      { "GET /api/fan/profile": fanProfile({ role }) },
      { signedIn: false, at },
    );
    expect(screen.getAllByLabelText(/^Password/)).not.toEqual([]);
    await act(() => beginSession({ accessToken: "a.b.c", fan_id: 7, expiresIn: 3_600, role }));
    await screen.findByRole("heading", { name: "You’re in" });
    expect(screen.queryAllByLabelText(/^Password/)).toEqual([]);
    expect(screen.getByRole("link", { name: "Go there now" }).getAttribute("href")).toBe(home);
  },
);
