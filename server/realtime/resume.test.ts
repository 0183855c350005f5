import { afterEach, expect, test } from "vitest";
import type { ServerMessage } from "#contract/realtime.ts";
import { manualClock } from "#testing/manual-clock.ts";
import { guest, type HubFixture, type Page, startHub } from "#testing/realtime/start-hub.ts";

let hub: HubFixture | null = null;
afterEach(async () => {
  await hub?.close();
  hub = null;
});

const publishWatchers = (watchers: number) =>
  hub?.realtime.publish("room:luna", "FanJoinedRoomEvent", { model_id: 7, slug: "luna", watchers });
const position = () => (hub as HubFixture).realtime.position("room:luna");

/** The parts of the answer to a join: kinds, and the numbers of replayed events. */
async function answerTo(page: Page, epoch: string, sequence: number) {
  await page.join("room:luna", epoch, sequence);
  await page.settled();
  return page
    .messages()
    .filter(([kind]) => kind !== "pong")
    .map((message: ServerMessage) => (message[0] === "event" ? message[3] : message[0]));
}

test("a page that reconnects within two minutes gets exactly what it missed, in order", async () => {
  const clock = manualClock();
  hub = await startHub({ clock });
  const { epoch } = await position();
  for (let count = 1; count <= 5; count += 1) publishWatchers(count);
  clock.advance(119_000);
  publishWatchers(6);
  expect(await answerTo(await hub.open(), epoch, 2)).toEqual(["joined", 3, 4, 5, 6]);
  expect(await answerTo(await hub.open(), epoch, 6)).toEqual(["joined"]);
});

test("resume asks for several topics at once", async () => {
  hub = await startHub();
  const { epoch } = await position();
  publishWatchers(1);
  const page = await hub.open();
  page.send(["resume", [["room:luna", epoch, 0], ["public"]]]);
  await page.received("joined", 2);
  expect((await page.received("event")).map((event) => [event[2], event[3]])).toEqual([["room:luna", 1]]);
});

test("events older than two minutes are a gap, and the events after it follow", async () => {
  const clock = manualClock();
  hub = await startHub({ clock });
  const { epoch } = await position();
  publishWatchers(1);
  clock.advance(60_000);
  publishWatchers(2);
  clock.advance(60_001);
  expect(await answerTo(await hub.open(), epoch, 1)).toEqual(["joined", 2]);
  const late = await hub.open();
  expect(await answerTo(late, epoch, 0)).toEqual(["joined", "gap"]);
  expect(await late.received("gap")).toEqual([["gap", "room:luna", epoch, 2]]);
  publishWatchers(3);
  clock.advance(25);
  expect((await late.received("event")).map((event) => event[3])).toEqual([3]);
});

test("more events, or more bytes, than are kept are a gap", async () => {
  hub = await startHub({ limits: { replayEventsMax: 3 } });
  const { epoch } = await position();
  for (let count = 1; count <= 5; count += 1) publishWatchers(count);
  expect(await answerTo(await hub.open(), epoch, 1)).toEqual(["joined", "gap"]);
  expect(await answerTo(await hub.open(), epoch, 2)).toEqual(["joined", 3, 4, 5]);
  await hub.close();
  hub = await startHub({ limits: { replayBytesMax: 200 } });
  const small = await position();
  for (let count = 1; count <= 5; count += 1) publishWatchers(count);
  expect(await answerTo(await hub.open(), small.epoch, 0)).toEqual(["joined", "gap"]);
  expect(await answerTo(await hub.open(), small.epoch, 4)).toEqual(["joined", 5]);
});

test("a page that saw number 900 before a restart learns that it has missed events", async () => {
  hub = await startHub();
  const { epoch } = await position();
  for (let count = 1; count <= 900; count += 1) publishWatchers(count);
  await hub.close();
  hub = await startHub();
  publishWatchers(1);
  const page = await hub.open();
  expect(await answerTo(page, epoch, 900)).toEqual(["joined", "gap"]);
  const [joined] = await page.received("joined");
  expect(joined?.[2]).not.toBe(epoch);
  expect(joined?.[3]).toBe(1);
});

test("a number from the future is a gap", async () => {
  hub = await startHub();
  const { epoch } = await position();
  publishWatchers(1);
  expect(await answerTo(await hub.open(), epoch, 5)).toEqual(["joined", "gap"]);
});

test("an idle topic keeps its numbering while it has members, and for two minutes after", async () => {
  const clock = manualClock();
  hub = await startHub({ clock });
  const page = await hub.open(guest, "room:luna");
  const { epoch } = await position();
  for (let minute = 0; minute < 10; minute += 1) {
    clock.advance(20_000);
    await page.settled();
    clock.advance(20_000);
    await page.settled();
    clock.advance(20_000);
    await page.settled();
  }
  expect((await position()).epoch).toBe(epoch);
  page.socket.close();
  await page.whenClosed();
  clock.advance(100_000);
  expect(await answerTo(await hub.open(), epoch, 0)).toEqual(["joined"]);
});

test("an unused topic is deleted, and a client that was in it learns that it has missed events", async () => {
  const clock = manualClock();
  hub = await startHub({ clock });
  const { epoch } = await position();
  publishWatchers(1);
  clock.advance(240_000);
  expect(await answerTo(await hub.open(), epoch, 1)).toEqual(["joined", "gap"]);
});

test("nothing is lost or duplicated between a replay and the waiting batch", async () => {
  const clock = manualClock();
  hub = await startHub({ clock });
  await hub.open(guest, "room:luna");
  const { epoch } = await position();
  publishWatchers(1);
  clock.advance(25);
  publishWatchers(2);
  publishWatchers(3);
  const page = await hub.open();
  expect(await answerTo(page, epoch, 0)).toEqual(["joined", 1]);
  publishWatchers(4);
  clock.advance(25);
  const events = await page.received("event", 4);
  expect(events.map((event) => event[3])).toEqual([1, 2, 3, 4]);
});

test("what was published instead of an earlier event is all that a page which reconnects is sent of it", async () => {
  hub = await startHub();
  const { epoch } = await position();
  const author = { id: 3, name: "ana", role: "fan" } as const;
  const at = new Date(0).toISOString();
  const write = (id: number, body: string) =>
    hub?.realtime.publish("room:luna", "RoomMessage", {
      ...{ id, client_message_id: null, author, kind: "text", body, at },
    });
  write(1, "the first");
  write(12, "taken back");
  hub.realtime.publishInstead("room:luna", { name: "RoomMessage", id: 12 }, "RoomMessageRemoved", { id: 12 });
  const page = await hub.open();
  await page.join("room:luna", epoch, 0);
  await page.settled();
  const events = page.messages().filter((message) => message[0] === "event");
  expect(events.map((event) => event.slice(3, 5))).toEqual([
    [1, "RoomMessage"],
    [2, "RoomMessageRemoved"],
    [3, "RoomMessageRemoved"],
  ]);
  expect(JSON.stringify(page.messages())).not.toContain("taken back");
});
