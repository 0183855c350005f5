// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { ModelCard } from "#contract/catalog.ts";
import { type Answers, closePage, fanProfile, openPage } from "#testing/component/page.tsx";
import { cardOf } from "#testing/web/card.ts";
import { WatchedRow } from "./WatchedRow.tsx";

afterEach(closePage);

const position = { epoch: "e", sequence: 0 };
const watched = (data: ModelCard[]) => ({
  data,
  links: { next: null },
  meta: { current_page: 1, last_page: 1 },
  live_count: 0,
  live_from: { public: position, presence: position },
  kept: true,
});
const open = (data: ModelCard[], more: Answers = {}) =>
  openPage(<WatchedRow />, {
    "GET /api/fan/profile": fanProfile(),
    "GET /api/fan/watched-models": watched(data),
    ...more,
  });

test("what the fan watched lately is one line, those on air first and into their rooms, with the way to its settings", async () => {
  open([
    { ...cardOf({ id: 1 }), login: "rosa", artisticName: "Rosa" },
    { ...cardOf({ id: 2, isStream: true }), login: "luna", artisticName: "Luna" },
    { ...cardOf({ id: 3, isOnline: true }), login: "mila", artisticName: "Mila" },
  ]);
  await screen.findByRole("navigation", { name: "Recently watched" });
  const links = screen
    .getAllByRole("link")
    .map((link) => [link.getAttribute("aria-label"), link.getAttribute("href")]);
  expect(links).toEqual([
    ["Luna, live", "/stream/luna"],
    ["Rosa, offline", "/rosa"],
    ["Mila, Online", "/mila"],
    ["Viewing history settings", "/settings#watched"],
  ]);
});

test("without a watched room, or with blocked ones alone, there is no line", async () => {
  const page = open([cardOf({ id: 1 })], {
    "GET /api/fan/profile": fanProfile({ blocked_models: [1] }),
  });
  await waitFor(() => expect(page.callsOf("GET /api/fan/watched-models")).toHaveLength(1));
  expect(screen.queryByRole("navigation")).toBeNull();
});
