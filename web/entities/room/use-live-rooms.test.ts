import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import type { ModelCard } from "#contract/catalog.ts";
import { createApi } from "#web/lib/api/api.ts";
import { streamBegan } from "./patch-rooms.ts";
import { fetchFavorites, fetchRooms, pagesQuery, type RoomsData, roomsKey } from "./rooms-query.ts";
import { cardOf } from "./testing/card.ts";
import { listOfGender } from "./use-live-rooms.ts";

afterEach(() => vi.useRealTimers());

const rooms = (...data: ModelCard[]): RoomsData => ({
  pages: [
    {
      data,
      links: { next: null },
      meta: { current_page: 1, last_page: 1 },
      live_count: data.filter(({ isStream }) => isStream).length,
      live_from: { public: { epoch: "e", sequence: 0 }, presence: { epoch: "e", sequence: 0 } },
    },
  ],
  pageParams: [1],
});

/** A page that has the lists of two genders and a search of the first. */
function page() {
  const client = new QueryClient();
  for (const key of [roomsKey(1, ""), roomsKey(2, ""), roomsKey(1, "ana")])
    client.setQueryData(key, rooms(cardOf({ id: 1 })));
  return {
    client,
    list: (gender: number, search = "") => client.getQueryData<RoomsData>(roomsKey(gender, search)),
  };
}
const began = (gender_id: number) => ({
  model_id: 1,
  slug: "luna1",
  gender_id,
  status: "began" as const,
  card: cardOf({ id: 1, isStream: true }),
});

test("R-LIVE-19: a room of another gender that begins changes neither the list nor its count", () => {
  const { client, list } = page();
  const before = [list(1), list(2)];
  listOfGender(client, 1).forGender(began(2), (data) => streamBegan(data, began(2)));
  expect([list(1), list(2)]).toEqual(before);
  listOfGender(client, 1).forGender(began(1), (data) => streamBegan(data, began(1)));
  expect(list(1)?.pages[0]).toMatchObject({ live_count: 1, data: [{ id: 1, isStream: true }] });
});

test("R-LIVE-20: what a search has found stays as it was found, while the list behind it goes on", () => {
  const { client, list } = page();
  const found = list(1, "ana");
  listOfGender(client, 1).forGender(began(1), (data) => streamBegan(data, began(1)));
  expect(list(1, "ana")).toBe(found);
  expect(found?.pages[0]).toMatchObject({ live_count: 0, data: [{ isStream: false }] });
  expect(list(1)?.pages[0]?.live_count).toBe(1);
});

test("R-LIST-05: the favourites are asked for by page and search only, the rooms by gender too", async () => {
  const paths: string[] = [];
  const api = createApi({
    async transport({ path }) {
      paths.push(path);
      return { status: 200, text: JSON.stringify(rooms(cardOf({ id: 1 })).pages[0]) };
    },
    token: () => "a.b.c",
    language: () => "en",
  });
  expect((await fetchFavorites(api, { search: "ana", page: 2 })).data.map(({ id }) => id)).toEqual([1]);
  await fetchFavorites(api, { search: "", page: 1 });
  await fetchRooms(api, { gender: 2, search: "ana", page: 2 });
  expect(paths).toEqual([
    "/api/fan/favorite-models?search=ana&page=2",
    "/api/fan/favorite-models?page=1",
    "/api/video-chat-rooms?gender=2&search=ana&page=2",
  ]);
});

test("R-LIST-10: rooms that were searched for are shown no sooner than 200 ms after they were asked for", async () => {
  vi.useFakeTimers();
  const shown = vi.fn<() => void>();
  const [found] = rooms(cardOf({ id: 1 })).pages;
  if (!found) throw new Error("no page");
  const asked = new QueryClient()
    .fetchInfiniteQuery(pagesQuery(roomsKey(1, "lun"), "lun", async () => found))
    .then(shown);
  await vi.advanceTimersByTimeAsync(199);
  expect(shown).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await asked;
  expect(shown).toHaveBeenCalledOnce();
});
