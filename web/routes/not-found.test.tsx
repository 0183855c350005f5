import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { renderToString } from "react-dom/server";
import { createRoutesStub, matchRoutes, type RouteObject } from "react-router";
import { expect, test } from "vitest";
import type { FanProfile } from "#contract/profile.ts";
import { profileQuery } from "#web/lib/session/viewer.ts";
import routes from "../routes.ts";
import Admin from "./admin/admin.tsx";
import StaffNotFound from "./admin/not-found.tsx";
import Area from "./model/area.tsx";
import StudioNotFound from "./model/not-found.tsx";
import { loader } from "./not-found.tsx";

const as = (page: unknown) => page as ComponentType;
const layouts = {
  "routes/admin/admin.tsx": { Component: as(Admin), page: as(StaffNotFound), role: "admin" },
  "routes/model/area.tsx": { Component: as(Area), page: as(StudioNotFound), role: "model" },
} as const;

type Configured = { id?: string; path?: string; index?: boolean; file: string; children?: Configured[] };
const objectsOf = (configured: readonly Configured[]): RouteObject[] =>
  configured.map(({ path, index, file, children }) =>
    index ? { index, id: file } : { path, handle: file, children: children && objectsOf(children) },
  );

/** The layout and the page that an address leads to, by their files. */
function filesAt(path: string): unknown[] {
  const matches = matchRoutes(objectsOf(routes as Configured[]), path) ?? [];
  return [matches[0], matches.at(-1)].map((match) => match?.route.handle);
}

test.each([
  [
    "routes/admin/admin.tsx",
    "routes/admin/not-found.tsx",
    ["/admin", "/admin/x", "/admin/models/nothing/here"],
  ],
  ["routes/model/area.tsx", "routes/model/not-found.tsx", ["/model", "/model/x", "/model/chats/1/2"]],
  ["routes/site.tsx", "routes/not-found.tsx", ["/no/such/page", "/admins/x"]],
])("in %s, %s answers addresses that no page has", (layout, page, paths) => {
  for (const path of paths) expect(filesAt(path), path).toEqual([layout, page]);
  expect(loader().init?.status).toBe(404);
});

test.each([
  ["routes/admin/admin.tsx", "/admin/models", "Back to administration", "Administration"],
  ["routes/model/area.tsx", "/model/update-model-profile", "Back to the studio", "Studio"],
] as const)(
  "the not-found page in %s has its frame, one main part and the way back to %s",
  (layout, to, text, frame) => {
    const { Component, page, role } = layouts[layout];
    const client = new QueryClient();
    client.setQueryData(profileQuery.queryKey, { id: 7, role, login: "ana" } as FanProfile);
    const Page = createRoutesStub([
      { id: "area", Component, children: [{ id: "page", path: "*", Component: page }] },
    ]);
    const html = renderToString(
      <QueryClientProvider client={client}>
        <Page
          initialEntries={["/anywhere"]}
          hydrationData={{ loaderData: { area: { resendHidden: true }, page: null } }}
        />
      </QueryClientProvider>,
    );
    expect(html).toContain("This page could not be found");
    expect(html).toMatch(new RegExp(`<a[^>]*href="${to}"[^>]*>(<[^>]*>)*${text}`));
    expect(html).toContain(frame);
    expect(html.match(/<main/g)).toHaveLength(1);
  },
);
