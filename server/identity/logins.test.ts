import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import { notPages } from "#server/web/web.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import routes from "#web/routes.ts";
import { isReservedLogin } from "./logins.ts";

const database = fileDatabase();

/** The paths of one segment that pages other than the profile are at. */
function pagesBesideProfiles(entries: readonly RouteConfigEntry[]): string[] {
  return entries.flatMap(({ path, children = [] }) =>
    path === undefined ? pagesBesideProfiles(children) : /^[a-z0-9]+$/.test(path) ? [path] : [],
  );
}

test("every name that a path without pages, or another page, hides is reserved", async () => {
  const hidden = [...notPages, ...pagesBesideProfiles(routes as RouteConfigEntry[])];
  expect(hidden).toEqual(expect.arrayContaining(["livekit", "videos", "settings"]));
  for (const name of hidden) expect(await isReservedLogin(database.db, name), name).toBe(true);
});

test.each([
  ["supp0rt", true],
  ["SuppOrt", true],
  ["adm1n", true],
  ["Admln", true],
  ["rnedia", true],
  ["mode1s", true],
  ["fan1ight", true],
  ["erased12", true],
  ["supporter", false],
  ["luna", false],
  ["admiral", false],
  ["modesta", false],
])("a user name that looks like a reserved one is reserved with it: %s, %o", async (name, isReserved) => {
  expect(await isReservedLogin(database.db, name)).toBe(isReserved);
});
