// @vitest-environment happy-dom
import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { type Call, closePage, openPage, type Reply } from "#testing/component/page.tsx";
import { videoOf } from "#testing/web/item.ts";
import { chooseGender } from "#web/entities/room/gender.ts";
import { listSearch } from "#web/lib/page/list-search.ts";
import { ContentList } from "./ContentList.tsx";

afterEach(() => {
  act(() => listSearch.close());
  closePage();
});

const pageOf = (...titles: string[]): Reply => ({
  status: 200,
  body: {
    data: titles.map((title, at) => videoOf({ id: at + 1, title })),
    links: { next: null },
    meta: { current_page: 1, last_page: 1 },
  },
});

test.each([
  ["video", "GET /api/videos-all", "Videos", "No videos with that name"],
  ["post", "GET /api/posts-all", "Posts", "No posts with that name"],
] as const)(
  "R-LIST-03, R-LIST-04, R-LIST-16: the list of each %s is searched, starts again for another gender, and says when it cannot be had, with what support asks for and the way home",
  async (kind, endpoint, heading, noMatch) => {
    let down = true;
    const outage = { code: "unavailable", message: "Not now.", request_id: "7f3k-22qd" };
    const answer = ({ query }: Call): Reply => {
      if (down) return { status: 503, body: outage };
      if (query.get("gender") === "2") return pageOf("Of another gender");
      return query.get("search") ? pageOf() : pageOf("Nocturne");
    };
    const page = openPage(<ContentList kind={kind} />, { [endpoint]: answer }, { signedIn: false });
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(heading);
    const retry = await screen.findByRole("button", { name: "Retry" });
    const failed = within(screen.getByRole("alert"));
    failed.getByText("Error 503 · ID 7f3k-22qd");
    expect(failed.getByRole("link", { name: "Go back to home" }).getAttribute("href")).toBe("/");
    down = false;
    await page.user.click(retry);
    await screen.findByText("Nocturne");
    expect(screen.queryByRole("button", { name: "Retry" })).toBeNull();

    act(() => listSearch.type("nothing is called like this"));
    await screen.findByRole("heading", { name: noMatch });
    await page.user.click(screen.getByRole("button", { name: "Clear search" }));
    expect(listSearch.get().text).toBe("");
    await screen.findByText("Nocturne");

    act(() => chooseGender(2));
    await screen.findByText("Of another gender");
    const [asked] = page.callsOf(endpoint).slice(-1);
    expect([asked?.query.get("gender"), asked?.query.get("page")]).toEqual(["2", "1"]);
    await waitFor(() => expect(screen.queryByText("Nocturne")).toBeNull());
  },
);

test("R-LIST-16: a search says how many it found at least, the same from page to page, and how many in all at the end", async () => {
  const pages = [20, 20, 5].map((size, at) => ({
    status: 200,
    body: {
      data: Array.from({ length: size }, (_, n) => videoOf({ id: 20 * at + n + 1 })),
      links: { next: at < 2 ? "/next" : null },
      meta: { current_page: at + 1, last_page: 3 },
    },
  }));
  const page = openPage(
    <ContentList kind="video" />,
    { "GET /api/videos-all": ({ query }) => pages[Number(query.get("page")) - 1] ?? { status: 0 } },
    { signedIn: false },
  );
  const cards = () => document.querySelectorAll("article, li").length;
  act(() => listSearch.type("nocturne"));
  const said = await screen.findByText("20+ found");
  expect(said.getAttribute("aria-live")).toBe("polite");
  const more = () => page.user.click(screen.getByRole("button", { name: "Show more" }));
  await more();
  await waitFor(() => expect(cards()).toBe(40));
  expect(said.textContent).toBe("20+ found");
  await more();
  await waitFor(() => expect(said.textContent).toBe("45 found"));
});
