import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import { notPages } from "#server/web/web.ts";
import routes from "#web/routes.ts";
import { isReservedLogin } from "./logins.ts";

/** The paths of one segment that pages other than the profile are at. */
function pagesBesideProfiles(entries: readonly RouteConfigEntry[]): string[] {
  return entries.flatMap(({ path, children = [] }) =>
    path === undefined ? pagesBesideProfiles(children) : /^[a-z0-9]+$/.test(path) ? [path] : [],
  );
}

test("every name that a path without pages, or another page, hides is reserved", () => {
  const hidden = [...notPages, ...pagesBesideProfiles(routes as RouteConfigEntry[])];
  expect(hidden).toEqual(expect.arrayContaining(["livekit", "videos", "settings"]));
  expect(hidden.filter((name) => !isReservedLogin(name))).toEqual([]);
});
