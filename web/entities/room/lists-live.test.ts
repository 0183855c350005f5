import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { WebSocket } from "ws";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { until } from "#testing/until.ts";
import { createApi } from "#web/lib/api/api.ts";
import { createQueryClient } from "#web/lib/api/query-client.ts";
import { createRealtimeClient, type SocketLike } from "#web/lib/realtime/realtime-client.ts";
import { favoritesQuery } from "./favorite-rooms.ts";
import { modelQuery } from "./model-page.ts";
import { rankingQuery } from "./ranking.ts";
import { keepRoomsLive } from "./room-events.ts";
import { type RoomsData, roomsQuery } from "./rooms-query.ts";

const app = testApp();
const pages = 3;
/** Enough for three pages of twenty. */
const models = 45;

/** A fan's browser that has read the home list and the ranking to their third page, the favourites and a model's page. */
async function browserOf(fan: Person, model: Person) {
  const slug = model.login.toLowerCase();
  const api = createApi({
    async transport({ method, path, headers, signal }) {
      const answer = await fetch(app.origin + path, { method, headers, signal });
      return { status: answer.status, text: await answer.text() };
    },
    token: () => fan.token,
    language: () => "en",
  });
  const cache = createQueryClient(api);
  const lists = { home: roomsQuery(1, ""), trending: rankingQuery(1, ""), favourites: favoritesQuery("") };
  const home = await cache.fetchInfiniteQuery({ ...lists.home, pages });
  await cache.fetchInfiniteQuery({ ...lists.trending, pages });
  await cache.fetchInfiniteQuery(lists.favourites);
  await cache.fetchQuery(modelQuery(slug));
  const live = createRealtimeClient({
    url: `${app.origin.replace("http", "ws")}/realtime`,
    ticket: async () =>
      (await app.call("POST", "/api/realtime/ticket", { as: fan })).body as unknown as { ticket: string },
    socket: (url, protocol) =>
      new WebSocket(url, protocol, { origin: "http://127.0.0.1:1" }) as unknown as SocketLike,
  });
  keepRoomsLive(live, cache);
  live.join("public", home.pages[0]?.live_from.public);
  live.start();
  const cardsOf = (list: keyof typeof lists) =>
    cache.getQueryData<RoomsData>(lists[list].queryKey)?.pages.flatMap(({ data }) => data) ?? [];
  const stateOf = (isStream: boolean, status: string, type: string) =>
    isStream ? `${status} ${type}` : "offline";
  const profile = () => cache.getQueryData(modelQuery(slug).queryKey);
  return {
    pagesRead: () => cache.getQueryData<RoomsData>(lists.home.queryKey)?.pages.length,
    /** How each place shows the model; a card that stands twice is two states. */
    shown: () => ({
      ...Object.fromEntries(
        (Object.keys(lists) as (keyof typeof lists)[]).map((list) => [
          list,
          cardsOf(list)
            .filter(({ login }) => login === slug)
            .map(({ isStream, stream }) => stateOf(isStream, stream.status, stream.type))
            .join(),
        ]),
      ),
      profile: [profile()]
        .map((page) => page && stateOf(page.isStream, page.stream.stream_status, page.stream.stream_type))
        .join(),
    }),
    doubled: () =>
      (Object.keys(lists) as (keyof typeof lists)[]).flatMap((list) => {
        const ids = cardsOf(list).map(({ id }) => id);
        return ids.filter((id, at) => ids.indexOf(id) !== at);
      }),
    close: live.stop,
  };
}

test("R-LIVE-05, R-LIVE-06, R-LIVE-11, R-LIST-06: a model who goes live, into a show, out of it and off is so on home, trending, favourites and profile, with three pages read and no card twice", async () => {
  const everybody: Person[] = [];
  for (let count = 0; count < models; count++) everybody.push(await app.model());
  const [model] = everybody as [Person];
  const [fan, guest] = [await app.fan(1_000), await app.fan()];
  expect(
    (await app.call("POST", "/api/fan/liked-model", { as: guest, body: { model_id: model.id } })).status,
  ).toBe(200);
  const other = everybody.at(-1) as Person;
  await app.modules.rooms.publisherTurned(other.login, "started");
  const browser = await browserOf(guest, model);
  expect(browser.pagesRead()).toBe(pages);
  const becomes = async (state: string) => {
    const wanted = { home: state, trending: state, favourites: state, profile: state };
    await until(() => JSON.stringify(browser.shown()) === JSON.stringify(wanted), `everywhere ${state}`);
    expect(browser.doubled()).toEqual([]);
  };
  await becomes("offline");
  await app.modules.rooms.publisherTurned(model.login, "started");
  await becomes("began public");
  const asked = await app.call("POST", "/api/fan/show-requests", {
    as: fan,
    body: { model_id: model.id, mode: "private", rate: 60 },
    key: randomUUID(),
  });
  await app.call("POST", `/api/studio/show-requests/${String(asked.body.id)}`, {
    as: model,
    body: { accept: true },
  });
  await becomes("began private");
  await app.call("POST", "/api/fan/leave-show", { as: fan, body: {} });
  await becomes("began public");
  await app.modules.rooms.publisherTurned(model.login, "stopped");
  await becomes("offline");
  browser.close();
});
