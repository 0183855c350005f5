// @vitest-environment happy-dom
import { act, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { type Call, closePage, openPage, type Reply } from "#testing/component/page.tsx";
import { cardOf } from "#testing/web/card.ts";
import { listSearch } from "#web/lib/page/list-search.ts";
import { RankingList } from "./RankingList.tsx";

afterEach(() => {
  act(() => listSearch.close());
  closePage();
});

const cards = (...ids: number[]): Reply => list(ids);
const list = (ids: number[], neighbours: number[] = []): Reply => ({
  status: 200,
  body: {
    data: ids.map((id) => cardOf({ id })),
    links: { next: null },
    meta: { current_page: 1, last_page: 1 },
    neighbours: neighbours.map((id) => cardOf({ id })),
    live_count: 0,
    live_from: { public: { epoch: "e", sequence: 0 }, presence: { epoch: "e", sequence: 0 } },
  },
});

test("R-LIST-02, R-OPEN-21: a ranking that cannot be had says so, comes when it is asked for again, says each rank, and offers neighbours where nobody matches", async () => {
  let down = true;
  const ranking = ({ query }: Call): Reply => {
    if (down) return { status: 503, body: { code: "unavailable", message: "Not now." } };
    const search = query.get("search");
    if (search) return list([], search.startsWith("lun") ? [7, 8] : []);
    return cards(1, 2, 3);
  };
  const page = openPage(
    <RankingList />,
    { "GET /api/trending-rooms": ranking },
    { signedIn: false, at: "/trending" },
  );
  const retry = await screen.findByRole("button", { name: "Retry" });
  down = false;
  await page.user.click(retry);
  await screen.findAllByRole("listitem");
  const texts = screen.getAllByRole("listitem").map((item) => item.textContent);
  for (const rank of [1, 2, 3]) expect(texts[rank - 1]).toContain(`Rank ${rank}`);
  act(() => listSearch.type("nobody at all"));
  await screen.findByRole("button", { name: "Clear search" });
  expect(screen.queryAllByRole("listitem")).toEqual([]);
  act(() => listSearch.type("lunna"));
  const near = await screen.findByRole("region", { name: "You may like" });
  const links = within(near).getAllByRole("link");
  expect(links.map((link) => link.getAttribute("href"))).toEqual(["/luna7", "/luna8"]);
  await page.user.click(screen.getByRole("button", { name: "Clear search" }));
  await screen.findByRole("link", { name: /Rank 1/ });
  expect(screen.queryByRole("region", { name: "You may like" })).toBeNull();
});

test("R-LIST-02, R-AUTH-36: a guest whose heart leads to the login is back at the ranking after it", async () => {
  const page = openPage(
    <RankingList />,
    { "GET /api/trending-rooms": () => cards(1) },
    { signedIn: false, at: "/trending" },
  );
  await page.user.click(await screen.findByRole("button", { name: /Luna/ }));
  expect(page.path()).toBe("/login");
  expect(decodeURIComponent(document.cookie)).toContain("routeBack=/trending");
});
