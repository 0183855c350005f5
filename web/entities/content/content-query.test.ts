import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { openVideo, videoOf } from "#testing/web/item.ts";
import { createApi } from "#web/lib/api/api.ts";
import {
  type ContentPage,
  contentPages,
  contentQuery,
  fetchContent,
  fetchItem,
  putItem,
} from "./content-query.ts";

afterEach(() => vi.useRealTimers());

function pageOf(page: number, last: number, ids: number[]): ContentPage {
  const next = page < last ? `/api/videos-all?page=${page + 1}&until=2026-11-21T12%3A00%3A00.000Z` : null;
  return {
    data: ids.map((id) => videoOf({ id })),
    links: { next },
    meta: { current_page: page, last_page: last },
  };
}

function answering(status: number, body: unknown) {
  const paths: string[] = [];
  const api = createApi({
    async transport({ path }) {
      paths.push(path);
      return { status, text: JSON.stringify(body) };
    },
    token: () => null,
    language: () => "en",
  });
  return { api, paths };
}

test("R-LIST-03, R-LIST-04: both lists are asked for with page, search and gender", async () => {
  const { api, paths } = answering(200, pageOf(1, 1, [1]));
  await fetchContent(api, "video", { gender: 2, search: "piano", page: 1 });
  await fetchContent(api, "post", { gender: 1, search: "", page: 3, until: "2026-11-21T12:00:00Z" });
  expect(paths).toEqual([
    "/api/videos-all?gender=2&search=piano&page=1",
    "/api/posts-all?gender=1&page=3&until=2026-11-21T12%3A00%3A00Z",
  ]);
});

test("R-LIST-06: pages are asked for up to the last one, each from the moment of the first", async () => {
  const asked: unknown[] = [];
  const client = new QueryClient();
  const query = contentPages(["content", "video", "test"], "", async (_api, param) => {
    asked.push(param);
    return pageOf(param.page, 3, [param.page]);
  });
  const { pages } = await client.fetchInfiniteQuery({ ...query, pages: 9 });
  const until = "2026-11-21T12:00:00.000Z";
  expect(asked).toEqual([{ page: 1 }, { page: 2, until }, { page: 3, until }]);
  expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual([1, 2, 3]);
});

test("R-LIST-10: what is searched for is shown no sooner than 200 ms after it was asked for", async () => {
  vi.useFakeTimers();
  const client = new QueryClient();
  let shown = false;
  const query = contentPages(["content", "video", "piano"], "piano", async () => pageOf(1, 1, [1]));
  const asked = client.fetchInfiniteQuery(query).then(() => {
    shown = true;
  });
  await vi.advanceTimersByTimeAsync(199);
  expect(shown).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await asked;
  expect(shown).toBe(true);
});

test("R-LIST-03: one item is itself, null for whom there is none, and an error when it cannot be had", async () => {
  expect(await fetchItem(answering(200, openVideo).api, "video", 5)).toEqual(openVideo);
  expect(await fetchItem(answering(404, { message: "No.", code: "x" }).api, "video", 5)).toBeNull();
  const down = answering(503, { message: "Not now.", code: "x" }).api;
  await expect(fetchItem(down, "post", 5)).rejects.toThrow("Not now.");
});

test("R-CONTENT-02: what was bought is open in its place of every list, and on its own page", () => {
  const client = new QueryClient();
  const list = contentQuery("video", 1, "").queryKey;
  const searched = contentQuery("video", 1, "noct").queryKey;
  const posts = contentQuery("post", 1, "").queryKey;
  const pages = { pages: [pageOf(1, 2, [4, 5]), pageOf(2, 2, [6])], pageParams: [{ page: 1 }, { page: 2 }] };
  for (const key of [list, searched, posts]) client.setQueryData(key, pages);
  putItem(client, "video", openVideo);
  const payed = (key: typeof list) =>
    client.getQueryData(key)?.pages.flatMap(({ data }) => data.map((item) => [item.id, item.payed]));
  const bought = [
    [4, false],
    [5, true],
    [6, false],
  ];
  expect([payed(list), payed(searched)]).toEqual([bought, bought]);
  // A post may have the number of a video.
  expect(payed(posts)?.every(([, open]) => open === false)).toBe(true);
  expect(client.getQueryData(["content", "video", "item", 5])).toEqual(openVideo);
});
