// @vitest-environment happy-dom
import { dehydrate, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fanProfile } from "#testing/component/page.tsx";
import { cardOf } from "#testing/web/card.ts";
import { type WatchedPage, watchedQuery } from "#web/entities/room/watched-rooms.ts";
import { firstPage } from "#web/lib/api/next-page.ts";
import { profileQuery } from "#web/lib/session/viewer.ts";
import { WatchedRow } from "./WatchedRow.tsx";

beforeEach(() => void vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network"))));
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const position = { epoch: "e", sequence: 0 };
const page: WatchedPage = {
  data: [
    { ...cardOf({ id: 1 }), login: "rosa", artisticName: "Rosa" },
    { ...cardOf({ id: 2, isStream: true }), login: "luna", artisticName: "Luna" },
  ],
  links: { next: null },
  meta: { current_page: 1, last_page: 1 },
  live_count: 0,
  live_from: { public: position, presence: position },
  kept: true,
};

const pages = (changed: (page: WatchedPage) => WatchedPage = (same) => same) => ({
  pages: [changed(structuredClone(page))],
  pageParams: [firstPage],
});

/** The data of a document with the row, and the cache of a page that has not begun to change it. */
function served() {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  client.setQueryData(profileQuery.queryKey, fanProfile());
  client.setQueryData(watchedQuery.queryKey, pages());
  return { client, hydrationData: { loaderData: { home: { queries: dehydrate(client) } } } };
}

const changes: [string, (client: QueryClient) => void, string[]][] = [
  [
    "the other room goes live, and hers ends",
    (client) =>
      client.setQueryData(
        watchedQuery.queryKey,
        pages((one) => ({ ...one, data: one.data.map((card) => ({ ...card, isStream: !card.isStream })) })),
      ),
    ["Rosa, live", "Luna, Online", "Viewing history settings"],
  ],
  [
    "the session ends",
    (client) => {
      client.removeQueries({ queryKey: watchedQuery.queryKey });
      client.setQueryData(profileQuery.queryKey, null);
    },
    [],
  ],
  [
    "a model is blocked",
    (client) => client.setQueryData(profileQuery.queryKey, fanProfile({ blocked_models: [2] })),
    ["Rosa, offline", "Viewing history settings"],
  ],
];

test.each(changes)(
  "while the code of the row is on its way %s: React keeps what the server drew, and then shows what is",
  async (_, change, after) => {
    const { client, hydrationData } = served();
    const router = createMemoryRouter(
      [{ id: "home", path: "/", element: <WatchedRow />, loader: () => null }],
      { hydrationData },
    );
    const app = (
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    );
    const container = document.body.appendChild(document.createElement("div"));
    container.innerHTML = renderToString(app);
    const names = () => screen.queryAllByRole("link").map((link) => link.getAttribute("aria-label"));
    expect(names()).toEqual(["Luna, live", "Rosa, offline", "Viewing history settings"]);
    change(client);
    const complaints: unknown[] = [];
    await act(async () => {
      render(app, { container, hydrate: true, onRecoverableError: (error) => complaints.push(error) });
    });
    expect(complaints).toEqual([]);
    expect(names()).toEqual(after);
  },
);
