import { afterEach, expect, test } from "vitest";
import type { RealtimePayloads } from "#contract/realtime-events.ts";
import type { ServerMessage } from "#contract/realtime.ts";
import { manualClock } from "#testing/manual-clock.ts";
import { fan, guest, type HubFixture, startHub } from "#testing/realtime/start-hub.ts";
import { until } from "#testing/until.ts";
import { createChannel } from "./channel.ts";
import type { Connection } from "./connection.ts";
import { defaultLimits } from "./limits.ts";

let hub: HubFixture | null = null;

afterEach(async () => {
  await hub?.close();
  hub = null;
});

const watchers = (count: number) => ({ model_id: 7, slug: "luna", watchers: count });
const sequences = (messages: ServerMessage[]) => messages.map((message) => message[3]);

test("many events within 25 ms reach a page as one message, in order", async () => {
  const clock = manualClock();
  hub = await startHub({ clock });
  const page = await hub.open(guest, "public");
  const before = page.batches.length;
  for (let count = 1; count <= 300; count += 1) {
    hub.realtime.publish("public", "FanJoinedRoomEvent", watchers(count));
  }
  clock.advance(24);
  await page.settled();
  expect(page.events()).toEqual([]);
  clock.advance(1);
  const events = await page.received("event", 300);
  expect(page.batches.length - before).toBe(2); // the answer to the probe, and all events
  expect(sequences(events)).toEqual(Array.from({ length: 300 }, (_, index) => index + 1));
  expect(events.map((event) => (event[5] as { watchers: number }).watchers)[299]).toBe(300);
});

test("a batch that grows large is sent early", async () => {
  const clock = manualClock();
  hub = await startHub({ clock, limits: { batchBytesMax: 1_000 } });
  const page = await hub.open(guest, "public");
  for (let count = 0; count < 20; count += 1) {
    hub.realtime.publish("public", "FanJoinedRoomEvent", watchers(count));
  }
  expect((await page.received("event", 10)).length).toBeGreaterThanOrEqual(10);
});

test("R-LIVE-04: events arrive on main-channel, the presence feed on presence, each with topic and number", async () => {
  hub = await startHub();
  const page = await hub.open(fan(1), "public", "presence", "room:luna", "person:1");
  hub.realtime.publish("public", "StreamBegan", { model_id: 7, slug: "luna", gender_id: 1 });
  hub.realtime.publish("presence", "dump", {});
  hub.realtime.publish("room:luna", "RoomGoal", {
    title_en: "Dance",
    title_es: "Baile",
    reached: 1,
    target: 9,
  });
  hub.realtime.publish("person:1", "BalanceChanged", { balance: 90, reason: "tip", transfer_id: 3 });
  const events = await page.received("event", 4);
  const origins = events.map(([, channel, topic, sequence, name]) => [topic, channel, sequence, name]);
  expect(new Set(origins)).toEqual(
    new Set([
      ["person:1", "main-channel", 1, "BalanceChanged"],
      ["presence", "presence", 1, "dump"],
      ["public", "main-channel", 1, "StreamBegan"],
      ["room:luna", "main-channel", 1, "RoomGoal"],
    ]),
  );
});

test("R-LIVE-06: StreamStopped has the five values that a stopped stream has", async () => {
  hub = await startHub();
  const page = await hub.open(guest, "public");
  hub.realtime.publish("public", "StreamStopped", { model_id: 7, slug: "luna", gender_id: 1 });
  const [event] = await page.received("event");
  expect(event?.[5]).toMatchObject({
    mode: "one_to_many",
    promo: "",
    status: "stopped",
    type: "public",
    watchers: 0,
  });
});

test("an event of another topic, or of a topic that was left, does not come", async () => {
  hub = await startHub();
  const page = await hub.open(guest, "public", "room:luna");
  const watcher = await hub.open(guest, "room:luna");
  page.send(["leave", "room:luna"]);
  await page.settled();
  hub.realtime.publish("room:luna", "FanLeftRoomEvent", watchers(1));
  hub.realtime.publish("room:vera", "FanLeftRoomEvent", watchers(2));
  await watcher.received("event");
  await page.settled();
  expect(page.events()).toEqual([]);
});

test("large and non-ASCII events arrive unchanged", async () => {
  hub = await startHub();
  const page = await hub.open(guest, "room:luna");
  const body = "¡Hola, señorita! 💃 ".repeat(100);
  for (let id = 1; id <= 40; id += 1) {
    const author = { id: 1, name: "José", role: "fan" as const };
    const at = "2026-11-21T12:00:00Z";
    hub.realtime.publish("room:luna", "RoomMessage", {
      id,
      client_message_id: null,
      author,
      kind: "text",
      body,
      at,
    });
  }
  const events = await page.received("event", 40);
  expect(events.every((event) => (event[5] as { body: string }).body === body)).toBe(true);
});

test("a publisher's mistakes throw and reach nobody", async () => {
  hub = await startHub({ limits: { eventBytesMax: 500 } });
  const { realtime } = hub;
  const page = await hub.open(fan(1), "public", "room:luna", "person:1");
  const balance = { balance: 1, reason: "tip", transfer_id: 1 };
  const mode = { model_id: 7, slug: "luna", gender_id: 1, mode: "one_to_one" as const, token: "secret" };
  expect(() => realtime.publish("public", "BalanceChanged", balance)).toThrow(
    "must not be published on public",
  );
  expect(() => realtime.publish("room:luna", "ChatRoomModeChanged", mode)).toThrow("belongs to one user");
  const leaky = { ...balance, email: "a@b.example" } as RealtimePayloads["BalanceChanged"];
  expect(() => realtime.publish("person:1", "BalanceChanged", leaky)).toThrow("email");
  const card = { model_id: 7, slug: "luna", gender_id: 1, card: "x".repeat(600) };
  expect(() => realtime.publish("public", "StreamBegan", card)).toThrow("larger than 500 bytes");
  realtime.publish("person:1", "ChatRoomModeChanged", mode);
  await page.received("event");
  expect(page.events().map((event) => event[4])).toEqual(["ChatRoomModeChanged"]);
});

test("a page that reads too slowly misses events and learns so, while the others receive everything", async () => {
  const limits = { softBufferBytesMax: 64 * 1024, hardBufferBytesMax: 8 * 1024 * 1024 };
  hub = await startHub({ limits });
  const { realtime } = hub;
  const slow = await hub.open(guest, "room:luna");
  const quick = await hub.open(guest, "room:luna");
  slow.socket.pause();
  const author = { id: 1, name: "Nico", role: "fan" as const };
  let published = 0;
  const publish = () => {
    published += 1;
    const line = {
      id: published,
      client_message_id: null,
      author,
      kind: "text" as const,
      at: "2026-11-21T12:00:00Z",
    };
    realtime.publish("room:luna", "RoomMessage", { ...line, body: "x".repeat(2_000) });
  };
  await until(() => {
    for (let count = 0; count < 200; count += 1) publish();
    return realtime.stats().skipped > 0;
  }, "the slow page to be skipped");
  await quick.received("event", published);
  expect(sequences(quick.events())).toEqual(Array.from({ length: published }, (_, index) => index + 1));

  slow.socket.resume();
  const [gap] = await slow.received("gap");
  publish();
  await until(() => sequences(slow.events()).at(-1) === published, "the slow page to receive the last event");
  const received = slow.events();
  expect(received.length).toBeLessThan(published);
  const missedUpTo = gap?.[3] as number;
  const afterGap = sequences(received).filter((sequence) => (sequence as number) > missedUpTo);
  expect(afterGap).toEqual(
    Array.from({ length: published - missedUpTo }, (_, index) => missedUpTo + index + 1),
  );
  expect(quick.closed()).toBeNull();
});

test("a page that never reads is disconnected at the hard limit", async () => {
  hub = await startHub({ limits: { softBufferBytesMax: 16 * 1024 * 1024, hardBufferBytesMax: 32 * 1024 } });
  const { realtime } = hub;
  const stuck = await hub.open(guest, "public");
  stuck.socket.pause();
  await until(() => {
    const card = "x".repeat(20_000);
    for (let count = 0; count < 50; count += 1) {
      realtime.publish("public", "StreamBegan", { model_id: 1, slug: "luna", gender_id: 1, card });
    }
    return realtime.stats().sockets === 0;
  }, "the stuck page to be disconnected");
});

/** A page with a backlog that the test controls; it records everything that it was sent. */
function pageWithBacklog() {
  const received: ServerMessage[] = [];
  const backlog = { bytes: 0 };
  const connection: Connection = {
    subject: { userId: null },
    subjectKey: "guest",
    wanted: new Map(),
    missed: new Set(),
    alive: true,
    isOpen: () => true,
    unsentBytes: () => backlog.bytes,
    // A short frame has two bytes before its text.
    write: (frame) => void received.push(...(JSON.parse(frame.subarray(2).toString()) as ServerMessage[])),
    send: (...messages) => void received.push(...messages),
    close: () => {},
    terminate: () => {},
  };
  return { connection, received, backlog };
}

test("a page whose backlog has shrunk learns of missed events before the next event, not after it", async () => {
  const clock = manualClock();
  const channel = createChannel({
    topic: "public",
    clock,
    limits: defaultLimits,
    counts: { delivered: 0, skipped: 0 },
  });
  const { connection, received, backlog } = pageWithBacklog();
  channel.admit(connection, { position: { epoch: "e", sequence: 0 }, entries: [], complete: true }, null);
  const publish = (sequence: number) => {
    channel.push({ sequence, body: '"dump",{}' }, "e");
    clock.advance(defaultLimits.coalesceMs);
  };
  backlog.bytes = defaultLimits.softBufferBytesMax + 1;
  publish(1);
  publish(2);
  backlog.bytes = defaultLimits.softBufferBytesMax;
  publish(3);
  publish(4);
  expect(received.map((message) => [message[0], message[3]])).toEqual([
    ["joined", 0],
    ["gap", 2],
    ["event", 3],
    ["event", 4],
  ]);
});
