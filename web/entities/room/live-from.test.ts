import { expect, test } from "vitest";
import { WebSocket } from "ws";
import type { RealtimeEventName, RealtimeEvents } from "#contract/realtime-events.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { until } from "#testing/until.ts";
import { createRealtimeClient, type SocketLike } from "#web/lib/realtime/realtime-client.ts";
import { streamBegan, streamStopped } from "./list-reducer.ts";
import type { RoomsData, RoomsPage } from "./rooms-query.ts";

const app = testApp();
const turn = (model: Person, way: "started" | "stopped") =>
  app.modules.rooms.publisherTurned(model.login, way);

async function drawn(): Promise<RoomsData> {
  const { body } = await app.call("GET", "/api/video-chat-rooms?gender=1&page=1");
  return { pages: [body as unknown as RoomsPage], pageParams: [{ page: 1 }] };
}

const streaming = ({ pages }: RoomsData) =>
  pages.flatMap(({ data }) => data.filter(({ isStream }) => isStream).map(({ login }) => login));

/** A guest's page whose list was drawn before it could receive events. */
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

test("a list from before the server's start is reported as a gap", async () => {
  const page = openPage(await drawn());
  page.client.join("public", { epoch: "an-earlier-process.1", sequence: 4 });
  page.client.start();
  await until(() => page.gaps.length > 0, "the gap");
  expect(page.gaps).toEqual(["public"]);
  page.client.stop();
});
