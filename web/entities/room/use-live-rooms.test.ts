import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { WebSocket } from "ws";
import type { ModelCard } from "#contract/catalog.ts";
import type { RealtimeEventName, RealtimeEvents } from "#contract/realtime.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { until } from "#testing/until.ts";
import { createRealtimeClient, type SocketLike } from "#web/lib/realtime/realtime-client.ts";
import { createApi } from "../../lib/api/api.ts";
import { streamBegan, streamStopped } from "./patch-rooms.ts";
import { fetchFavorites, fetchRooms, type RoomsData, type RoomsPage, roomsKey } from "./rooms-query.ts";
import { cardOf } from "./testing/card.ts";
import { listOfGender } from "./use-live-rooms.ts";

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

const app = testApp();
const turn = (model: Person, way: "started" | "stopped") =>
  app.modules.live.publisherTurned(model.login, way);

async function drawn(): Promise<RoomsData> {
  const { body } = await app.call("GET", "/api/video-chat-rooms?gender=1&page=1");
  return { pages: [body as unknown as RoomsPage], pageParams: [1] };
}

const streaming = ({ pages }: RoomsData) =>
  pages.flatMap(({ data }) => data.filter(({ isStream }) => isStream).map(({ login }) => login));

/** A guest's page whose list was drawn before it could hear anything. */
function openPage(list: RoomsData) {
  let rooms = list;
  const gaps: string[] = [];
  const client = createRealtimeClient({
    url: `${app.origin.replace("http", "ws")}/realtime`,
    ticket: async () =>
      (await app.call("POST", "/api/realtime/ticket")).body as unknown as { ticket: string },
    onGap: (topic) => gaps.push(topic),
    socket: (url, protocol) =>
      new WebSocket(url, protocol, { origin: "http://127.0.0.1:1" }) as unknown as SocketLike,
  });
  const follow = <Name extends RealtimeEventName>(
    name: Name,
    patch: (data: RoomsData, event: RealtimeEvents[Name]) => RoomsData,
  ) =>
    client.on(name, (event) => {
      rooms = patch(rooms, event);
    });
  follow("StreamBegan", streamBegan);
  follow("StreamStopped", streamStopped);
  return { client, gaps, rooms: () => rooms };
}

test("R-LIVE-05, R-LIVE-06: rooms that begin and end between the drawing of a list and its joining are right on it", async () => {
  const [ends, begins] = [await app.model(), await app.model()];
  await turn(ends, "started");
  const list = await drawn();
  expect(streaming(list)).toEqual([ends.login.toLowerCase()]);
  await turn(ends, "stopped");
  await turn(begins, "started");
  const page = openPage(list);
  // Another view of the page has joined first, and does not know from where.
  page.client.join("public");
  page.client.start();
  await until(() => page.client.connection().phase === "open", "an open line");
  page.client.join("public", list.pages[0]?.live_from.public);
  await until(() => streaming(page.rooms())[0] === begins.login.toLowerCase(), "the room that began");
  expect(streaming(page.rooms())).toEqual(streaming(await drawn()));
  expect(page.rooms().pages[0]?.live_count).toBe(1);
  expect(page.gaps).toEqual([]);
  page.client.stop();
});

test("a list from before the server's start is told that it has to be read again", async () => {
  const page = openPage(await drawn());
  page.client.join("public", { epoch: "an-earlier-process.1", sequence: 4 });
  page.client.start();
  await until(() => page.gaps.length > 0, "the gap");
  expect(page.gaps).toEqual(["public"]);
  page.client.stop();
});
