import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import type { ModelCard } from "#contract/catalog.ts";
import { allGenders } from "#contract/room-values.ts";
import { cardOf } from "#testing/web/card.ts";
import { createApi } from "#web/lib/api/api.ts";
import { favoritesKey, fetchFavorites } from "./favorite-rooms.ts";
import { modelQuery } from "./model-page.ts";
import { rankingKey } from "./ranking.ts";
import { showLiked } from "./room-cache.ts";
import { roomQuery } from "./room-entry.ts";
import type { RoomEvent } from "./room-event.ts";
import { applyRoomEvent } from "./room-events.ts";
import { fetchRooms, pagesQuery, type RoomsData, roomsKey, type RoomsPage } from "./rooms-query.ts";

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
  pageParams: [{ page: 1 }],
});

/** A page that has the lists of two genders and a search of the first. */
function page() {
  const client = new QueryClient();
  for (const key of [roomsKey(allGenders, ""), roomsKey(1, ""), roomsKey(2, ""), roomsKey(1, "ana")])
    client.setQueryData(key, rooms(cardOf({ id: 1 })));
  return {
    client,
    list: (gender: number, search = "") => client.getQueryData<RoomsData>(roomsKey(gender, search)),
  };
}
const began = (gender_id: number): RoomEvent => ({
  name: "StreamBegan",
  data: {
    model_id: 1,
    slug: "luna1",
    gender_id,
    status: "began",
    card: cardOf({ id: 1, isStream: true }),
  },
});
const publicTopic = { topic: "public" } as const;

test("R-LIVE-19: a room of another gender that begins changes neither the list nor its count", () => {
  const { client, list } = page();
  const before = list(1);
  applyRoomEvent(client, began(2), publicTopic);
  expect(list(1)).toBe(before);
  applyRoomEvent(client, began(1), publicTopic);
  expect(list(1)?.pages[0]).toMatchObject({ live_count: 1, data: [{ id: 1, isStream: true }] });
});

test("R-LIVE-19: the list of all genders follows rooms of every one, but not that of a model who has none yet", () => {
  const { client, list } = page();
  const before = list(allGenders);
  applyRoomEvent(client, began(0), publicTopic);
  expect(list(allGenders)).toBe(before);
  applyRoomEvent(client, began(2), publicTopic);
  expect(list(allGenders)?.pages[0]).toMatchObject({ live_count: 1, data: [{ id: 1, isStream: true }] });
});

test("R-LIVE-20: what a search has found stays as it was found, while the list behind it goes on", () => {
  const { client, list } = page();
  const found = list(1, "ana");
  applyRoomEvent(client, began(1), publicTopic);
  expect(list(1, "ana")).toBe(found);
  expect(found?.pages[0]).toMatchObject({ live_count: 0, data: [{ isStream: false }] });
  expect(list(1)?.pages[0]?.live_count).toBe(1);
});

test("R-LIVE-05: favourites and the ranking change their own cards, and no event adds any to them", () => {
  const client = new QueryClient();
  client.setQueryData(favoritesKey(""), rooms(cardOf({ id: 1 })));
  client.setQueryData(rankingKey(1, ""), rooms(cardOf({ id: 2 })));
  applyRoomEvent(client, began(1), publicTopic);
  expect(client.getQueryData<RoomsData>(favoritesKey(""))?.pages[0]).toMatchObject({
    live_count: 1,
    data: [{ id: 1, isStream: true }],
  });
  expect(client.getQueryData<RoomsData>(rankingKey(1, ""))?.pages[0]).toMatchObject({
    live_count: 0,
    data: [{ id: 2 }],
  });
});

test("one event reaches the list, the model's page and the room; a goal only the room of its topic", () => {
  const { client, list } = page();
  const luna = { id: 1, login: "luna1", isStream: false };
  const stream = { status: "stopped", mode: "one_to_many", type: "public" };
  client.setQueryData<unknown>(modelQuery("luna1").queryKey, {
    ...luna,
    stream: { stream_status: "stopped" },
  });
  client.setQueryData<unknown>(roomQuery("luna1").queryKey, {
    kind: "open",
    room: { model: luna, stream, goal: null },
  });
  const room = () => client.getQueryData(roomQuery("luna1").queryKey);
  applyRoomEvent(client, began(1), publicTopic);
  expect(list(1)?.pages[0]?.data).toMatchObject([{ isStream: true }]);
  expect(client.getQueryData(modelQuery("luna1").queryKey)).toMatchObject({ isStream: true, isOnline: true });
  expect(room()).toMatchObject({ room: { stream: { status: "began" }, model: { isStream: true } } });
  const goal: RoomEvent = {
    name: "RoomGoal",
    data: { title_en: "A song", title_es: "Una canción", reached: 5, target: 10 },
  };
  const before = room();
  applyRoomEvent(client, goal, { topic: "room:clara" });
  expect(room()).toBe(before);
  applyRoomEvent(client, goal, { topic: "room:luna1" });
  expect(room()).toMatchObject({ room: { goal: { reached: 5, target: 10 } } });
});

test("an event makes no list count as fresh that nobody looks at, and leaves one alone that has to be read again", async () => {
  const { client, list } = page();
  const age = () => client.getQueryState(roomsKey(1, ""))?.dataUpdatedAt;
  client.setQueryData(roomsKey(1, ""), rooms(cardOf({ id: 1 })), { updatedAt: 5 });
  applyRoomEvent(client, began(1), publicTopic);
  expect([list(1)?.pages[0]?.live_count, age()]).toEqual([1, 5]);
  await client.invalidateQueries({ queryKey: roomsKey(1, "") });
  const before = list(1);
  applyRoomEvent(client, stopped, publicTopic);
  expect(list(1)).toBe(before);
  expect(client.getQueryState(roomsKey(1, ""))?.isInvalidated).toBe(true);
});

/** A list of two pages whose next answer comes when it is asked for; each page has one card, which streams. */
function openLongList() {
  const client = new QueryClient();
  const answers: (() => void)[] = [];
  const pageOf = (id: number) => ({
    ...(rooms(cardOf({ id, isStream: true })).pages[0] as RoomsPage),
    links: { next: id === 1 ? "/api/video-chat-rooms?page=2" : null },
    meta: { current_page: id, last_page: 2 },
  });
  const query = pagesQuery(
    roomsKey(1, ""),
    "",
    (_api, wanted) => new Promise((done) => answers.push(() => done(pageOf(wanted.page)))),
  );
  const observer = new InfiniteQueryObserver(client, query);
  const stop = observer.subscribe(() => undefined);
  return {
    client,
    query,
    observer,
    stop,
    /** @throws while nothing is asked. */
    answer() {
      const next = answers.shift();
      if (!next) throw new Error("no page was asked for");
      next();
    },
    streams: () =>
      observer.getCurrentResult().data?.pages.map(({ data }) => data.map(({ isStream }) => isStream)),
  };
}

const stopped: RoomEvent = {
  name: "StreamStopped",
  data: {
    ...{ model_id: 1, slug: "luna1", gender_id: 1, mode: "one_to_many", promo: "" },
    ...{ status: "stopped", type: "public", watchers: 0 },
  },
};

test("R-LIVE-06, R-LIST-06: a room that stops while the next page is read is no live one when that page is there", async () => {
  const { client, observer, answer, streams, stop } = openLongList();
  answer();
  await vi.waitFor(() => expect(streams()).toEqual([[true]]));
  const more = observer.fetchNextPage();
  applyRoomEvent(client, stopped, publicTopic);
  answer();
  await more;
  expect(streams()).toEqual([[false], [true]]);
  stop();
  client.clear();
});

test("a list that is read again is as it was read, also when it is longer than before", async () => {
  const { client, query, answer, streams, stop } = openLongList();
  answer();
  await vi.waitFor(() => expect(streams()).toEqual([[true]]));
  applyRoomEvent(client, stopped, publicTopic);
  expect(streams()).toEqual([[false]]);
  const again = client.fetchInfiniteQuery({ ...query, pages: 2, staleTime: 0 });
  answer();
  await vi.waitFor(() => answer());
  await again;
  expect(streams()).toEqual([[true], [true]]);
  stop();
  client.clear();
});

test("a heart is shown wherever its model stands, a search included", () => {
  const { client, list } = page();
  client.setQueryData<unknown>(modelQuery("luna1").queryKey, { id: 1, liked: false });
  client.setQueryData<unknown>(roomQuery("luna1").queryKey, {
    kind: "open",
    room: { model: { id: 1, liked: false } },
  });
  showLiked(client, 1, true);
  expect(list(1)?.pages[0]?.data).toMatchObject([{ liked: true }]);
  expect(list(1, "ana")?.pages[0]?.data).toMatchObject([{ liked: true }]);
  expect(client.getQueryData(modelQuery("luna1").queryKey)).toMatchObject({
    liked: true,
    fanFreeSubscribed: true,
  });
  expect(client.getQueryData(roomQuery("luna1").queryKey)).toMatchObject({
    room: { model: { liked: true } },
  });
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
  await fetchRooms(api, { gender: 2, search: "ana", filters: "", page: 2 });
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
