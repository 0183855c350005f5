import { QueryClient } from "@tanstack/react-query";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { WebSocket } from "ws";
import { systemClock } from "#server/kit/clock.ts";
import { fan, type HubFixture, origin, startHub } from "#testing/realtime/start-hub.ts";
import { until } from "#testing/until.ts";
import { cardOf } from "#testing/web/card.ts";
import { createRealtimeClient } from "#web/lib/realtime/realtime-client.ts";
import type { SocketLike } from "#web/lib/realtime/reconnecting-socket.ts";
import { keepRoomsLive } from "./room-events.ts";
import { type RoomsPage, roomsQuery } from "./rooms-query.ts";

let hub: HubFixture | null = null;
afterEach(async () => {
  await hub?.close();
  hub = null;
});

/** A page on a real socket that can be torn, in quick time. */
function openPage(served: HubFixture, userId: number) {
  let socket: WebSocket | null = null;
  const received: number[] = [];
  const gaps: string[] = [];
  const client = createRealtimeClient({
    url: served.url,
    ticket: async () => ({ ticket: served.realtime.issueTicket(fan(userId)) }),
    onGap: (topic) => gaps.push(topic),
    socket(url, protocol) {
      const opened = new WebSocket(url, protocol, { origin });
      opened.on("error", () => {});
      socket = opened;
      return opened as unknown as SocketLike;
    },
    timing: {
      nowMs: () => performance.now(),
      after: (delayMs, task) => systemClock.after(delayMs / 50, task),
      random: Math.random,
    },
  });
  client.on("FanJoinedRoomEvent", (data) => received.push(data.watchers));
  return { client, received, gaps, tear: () => socket?.terminate() };
}

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constant("publish" as const), count: fc.integer({ min: 1, max: 30 }) }),
  },
  { weight: 2, arbitrary: fc.constant({ what: "tear" as const }) },
  { weight: 1, arbitrary: fc.constant({ what: "breathe" as const }) },
);

test("whenever and however often the line is torn, every event is received once and in order", async () => {
  hub = await startHub({ limits: { coalesceMs: 2 } });
  const served = hub;
  let person = 0;
  const oneLife = async (steps: { what: string; count?: number }[]) => {
    person += 1;
    const room = `room:r${person}` as const;
    const page = openPage(served, person);
    page.client.join(room, await served.realtime.position(room));
    page.client.start();
    let sent = 0;
    for (const { what, count = 0 } of steps) {
      if (what === "tear") page.tear();
      if (what === "breathe") await until(() => page.client.connection().phase === "open", "an open line");
      for (let index = 0; index < count; index += 1) {
        sent += 1;
        served.realtime.publish(room, "FanJoinedRoomEvent", { model_id: 7, slug: "luna", watchers: sent });
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
    await until(() => page.received.length >= sent, `${sent} events`);
    page.client.stop();
    expect(page.received).toEqual(Array.from({ length: sent }, (_, index) => index + 1));
    expect(page.gaps).toEqual([]);
  };
  await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 25 }), oneLife), { numRuns: 40 });
});

test("a page that is away while more is said than is kept learns of it and goes on", async () => {
  hub = await startHub({ limits: { coalesceMs: 2, replayEventsMax: 5 } });
  const { realtime } = hub;
  const publish = (watchers: number) =>
    realtime.publish("room:luna", "FanJoinedRoomEvent", { model_id: 7, slug: "luna", watchers });
  const page = openPage(hub, 1);
  page.client.join("room:luna");
  page.client.start();
  await until(() => realtime.members("room:luna") === 1, "the join");
  publish(1);
  await until(() => page.received.length === 1, "the first event");
  page.tear();
  for (let count = 2; count <= 20; count += 1) publish(count);
  await until(() => page.gaps.length === 1, "the gap");
  publish(21);
  await until(() => page.received.length === 2, "the event after the gap");
  expect(page.received).toEqual([1, 21]);
  page.client.stop();
});

test("a view that was read earlier than the page has received is caught up, and nothing counts as missed", async () => {
  hub = await startHub({ limits: { coalesceMs: 2 } });
  const { realtime } = hub;
  const publish = (watchers: number) =>
    realtime.publish("public", "FanJoinedRoomEvent", { model_id: 7, slug: "luna", watchers });
  const page = openPage(hub, 1);
  page.client.join("public");
  page.client.start();
  await until(() => realtime.members("public") === 1, "the join");
  const read = await realtime.position("public");
  for (const watchers of [1, 2, 3]) publish(watchers);
  await until(() => page.received.length === 3, "three events");
  page.client.catchUp("public", read);
  page.client.catchUp("public", read);
  for (const watchers of [4, 5]) publish(watchers);
  await until(() => page.received.at(-1) === 5 && page.received.length > 5, "what was sent before and after");
  expect(page.received.slice(-5)).toEqual([1, 2, 3, 4, 5]);
  page.client.catchUp("public", await realtime.position("public"));
  page.tear();
  publish(6);
  await until(() => page.received.at(-1) === 6, "the event after the loss");
  expect(page.gaps).toEqual([]);
  page.client.stop();
});

test("a logged-out session's page is cut and stays away", async () => {
  hub = await startHub();
  const { realtime } = hub;
  const page = openPage(hub, 1);
  page.client.join("person:1");
  page.client.start();
  await until(() => realtime.members("person:1") === 1, "the join");
  realtime.disconnect({ tokenId: "session-1" }, "logged_out");
  await until(() => page.client.connection().phase === "stopped", "the end");
  await until(() => realtime.stats().sockets === 0, "the socket to be gone");
  expect(page.client.connection().cut).toBe("logged_out");
});

test("R-LIVE-03: a dump of the presence feed sets three online models offline, and what follows says who is there", async () => {
  hub = await startHub({ limits: { coalesceMs: 2 } });
  const { realtime } = hub;
  const { client } = openPage(hub, 1);
  const cache = new QueryClient();
  const first = { data: [1, 2, 3].map((id) => cardOf({ id, isOnline: true })) } as RoomsPage;
  const { queryKey } = roomsQuery(1, "");
  cache.setQueryData(queryKey, { pages: [first], pageParams: [1] });
  const online = () =>
    cache.getQueryData(queryKey)?.pages[0]?.data.flatMap(({ id, isOnline }) => (isOnline ? [id] : []));
  keepRoomsLive(client, cache);
  const seen: unknown[] = [];
  client.onEvents(["dump", "update"], () => seen.push(online()));
  client.join("presence", await realtime.position("presence"));
  client.start();
  expect(online()).toEqual([1, 2, 3]);
  realtime.publish("presence", "dump", {});
  realtime.publish("presence", "update", { model_id: 2, last_connection: "2026-11-21T12:00:00Z" });
  await until(() => seen.length === 2, "the dump and what follows it");
  expect(seen).toEqual([[], [2]]);
  client.stop();
});
