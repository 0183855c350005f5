import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import type { Studio } from "#contract/studio.ts";
import type { RealtimeClient } from "#web/lib/realtime/realtime-client.ts";
import { applyStudioEvent, keepStudioLive, type StudioEvent } from "./studio-events.ts";
import {
  moderatorsQuery,
  showCameraQuery,
  studioFansQuery,
  studioQuery,
  studioShowsQuery,
} from "./studio-queries.ts";
import { studioRequestsQuery } from "./studio-requests.ts";

const room = { model_id: 7, slug: "rosa", gender_id: 1 };
const studio = { model: { id: 7, login: "rosa" }, watchers: 1, goal: null } as unknown as Studio;

/** A cache with the studio of rosa in it, and their fans. */
function studioOfRosa() {
  const cache = new QueryClient();
  cache.setQueryData(studioQuery.queryKey, studio);
  cache.setQueryData(studioFansQuery.queryKey, []);
  cache.setQueryData(studioShowsQuery.queryKey, {
    show: { id: 3, spent: 10, spy_count: 1, spies: { tokens: 4 } },
    promos: [],
  } as never);
  const apply = (event: unknown, topic: "room:rosa" | "public" | "person:7" = "public") =>
    applyStudioEvent(cache, event as StudioEvent, { topic });
  const isStale = (queryKey: readonly unknown[]) => cache.getQueryState(queryKey)?.isInvalidated;
  return { cache, apply, isStale };
}

test("what is published of the own room is put into the studio; another room changes nothing", () => {
  const { cache, apply, isStale } = studioOfRosa();
  apply({ name: "FanJoinedRoomEvent", data: { ...room, slug: "luna", watchers: 9 } });
  apply({ name: "RoomMessage", data: { kind: "tip" } });
  expect(cache.getQueryData(studioQuery.queryKey)).toBe(studio);
  expect(isStale(studioFansQuery.queryKey)).toBe(false);
  apply({ name: "FanJoinedRoomEvent", data: { ...room, watchers: 9 } });
  apply(
    { name: "RoomGoal", data: { title_en: "Song", title_es: "Canción", reached: 5, target: 50 } },
    "room:rosa",
  );
  expect(cache.getQueryData(studioQuery.queryKey)).toMatchObject({
    watchers: 9,
    goal: { title: { en: "Song", es: "Canción" }, reached: 5, target: 50 },
  });
  expect(isStale(studioFansQuery.queryKey)).toBe(true);
  expect(isStale(studioQuery.queryKey)).toBe(false);
  apply({ name: "RoomMessage", data: { kind: "gift" } }, "room:rosa");
  expect(isStale(studioQuery.queryKey)).toBe(true);
  expect(isStale(studioShowsQuery.queryKey)).toBe(false);
});

test("a room that turns private or public has its badge, its sums and its show read again", () => {
  const { apply, isStale } = studioOfRosa();
  apply({ name: "ChatRoomTypeChanged", data: { ...room, type: "private" } });
  expect([isStale(studioQuery.queryKey), isStale(studioShowsQuery.queryKey)]).toEqual([true, true]);
});

test("the meter moves the show that is known; of another one the shows are read again", () => {
  const { cache, apply, isStale } = studioOfRosa();
  apply({ name: "ShowMeter", data: { ...room, show: { id: 3, spent: 20, spy_count: 1 } } }, "person:7");
  expect(cache.getQueryData(studioShowsQuery.queryKey)?.show).toMatchObject({
    spent: 20,
    spies: { tokens: 4 },
  });
  expect(isStale(studioShowsQuery.queryKey)).toBe(false);
  apply({ name: "ShowMeter", data: { ...room, show: { id: 4, spent: 1 } } }, "person:7");
  expect(isStale(studioShowsQuery.queryKey)).toBe(true);
});

test("R-OPEN-66: a spy who comes or goes lets the studio ask what spies have paid", () => {
  const { cache, apply, isStale } = studioOfRosa();
  apply({ name: "ShowMeter", data: { ...room, show: { id: 3, spent: 20, spy_count: 0 } } }, "person:7");
  expect(cache.getQueryData(studioShowsQuery.queryKey)?.show).toMatchObject({ spent: 20, spy_count: 0 });
  expect(isStale(studioShowsQuery.queryKey)).toBe(true);
});

test("R-OPEN-73: what the model says of their break is the studio's too, in another window as well", () => {
  const { cache, apply } = studioOfRosa();
  for (const note of ["Back at nine", null]) {
    apply({ name: "RoomPauseNote", data: { note } }, "room:rosa");
    expect(cache.getQueryData(studioQuery.queryKey)?.pause_note).toBe(note);
  }
});

test("requests come and go; before they were read there is no list to change", () => {
  const { cache, apply } = studioOfRosa();
  const request = { id: 5, fan: { id: 1, login: "nico", language: "es" }, mode: "vip", rate: 60 };
  apply({ name: "ShowRequested", data: request }, "person:7");
  expect(cache.getQueryData(studioRequestsQuery.queryKey)).toBeUndefined();
  cache.setQueryData(studioRequestsQuery.queryKey, []);
  apply({ name: "ShowRequested", data: request }, "person:7");
  expect(cache.getQueryData(studioRequestsQuery.queryKey)).toEqual([request]);
  apply({ name: "ShowRequestAnswered", data: { id: 5, state: "withdrawn" } }, "person:7");
  expect(cache.getQueryData(studioRequestsQuery.queryKey)).toEqual([]);
});

test("a list of requests that was asked for before an event does not undo that event", async () => {
  const { cache, apply } = studioOfRosa();
  const answer = Promise.withResolvers<never[]>();
  const { queryKey } = studioRequestsQuery;
  cache.setQueryData(queryKey, []);
  const asked = cache.fetchQuery({ queryKey, queryFn: () => answer.promise }).catch(() => null);
  const request = { id: 5, fan: { id: 1, login: "nico", language: "es" }, mode: "vip", rate: 60 };
  apply({ name: "ShowRequested", data: request }, "person:7");
  answer.resolve([]);
  await asked;
  expect(cache.getQueryData(queryKey)).toEqual([request]);
});

test("a fan's camera that is off is taken away, not that of another show", () => {
  const { cache, apply } = studioOfRosa();
  cache.setQueryData(showCameraQuery.queryKey, { show_id: 3 } as never);
  apply({ name: "ShowCameraChanged", data: { ...room, show_id: 2, on: false } }, "person:7");
  expect(cache.getQueryData(showCameraQuery.queryKey)).toEqual({ show_id: 3 });
  apply({ name: "ShowCameraChanged", data: { ...room, show_id: 3, on: false } }, "person:7");
  expect(cache.getQueryData(showCameraQuery.queryKey)).toBeNull();
});

test("who moderates, who is muted and what was removed are read again when the own room publishes it", () => {
  const { cache, apply, isStale } = studioOfRosa();
  cache.setQueryData(moderatorsQuery.queryKey, { data: [], muted: [], log: [] });
  apply({ name: "RoomMessageRemoved", data: { id: 5 } });
  expect(isStale(moderatorsQuery.queryKey)).toBe(false);
  apply({ name: "RoomMessageRemoved", data: { id: 5 } }, "room:rosa");
  expect(isStale(moderatorsQuery.queryKey)).toBe(true);
  expect(isStale(studioQuery.queryKey)).toBe(false);
  cache.setQueryData(moderatorsQuery.queryKey, { data: [], muted: [], log: [] });
  apply({ name: "RoomMutesChanged", data: { model_id: 7, slug: "rosa" } }, "person:7");
  expect(isStale(moderatorsQuery.queryKey)).toBe(true);
  apply({ name: "RoomModerators", data: { moderators: [4] } }, "room:rosa");
  expect(isStale(studioQuery.queryKey)).toBe(true);
});

test.each([
  ["is", "person:7"],
  ["is", "room:rosa"],
  ["is not", "room:luna"],
  ["is not", "public"],
])("what events change %s read again when some of %s were missed", (is, topic) => {
  const { cache, isStale } = studioOfRosa();
  cache.setQueryData(studioRequestsQuery.queryKey, []);
  cache.setQueryData(moderatorsQuery.queryKey, { data: [], muted: [], log: [] });
  cache.setQueryData(showCameraQuery.queryKey, null);
  cache.setQueryData(["studio", "gallery"], []);
  let notify = (_notice: unknown) => {};
  const live = { onEvents() {}, onNotice: (listener: typeof notify) => (notify = listener) };
  keepStudioLive(live as unknown as RealtimeClient, cache);
  notify({ kind: "refused", topic, reason: "not_allowed" });
  expect(isStale(studioShowsQuery.queryKey)).toBe(false);
  notify({ kind: "gap", topic });
  const room = [studioQuery, studioShowsQuery, studioFansQuery, studioRequestsQuery];
  for (const { queryKey } of [...room, moderatorsQuery, showCameraQuery])
    expect(isStale(queryKey), String(queryKey)).toBe(is === "is");
  expect(isStale(["studio", "gallery"])).toBe(false);
});
