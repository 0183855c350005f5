import { expect, test } from "vitest";
import type { ServerMessage } from "#contract/realtime.ts";
import { scriptedClient, soon } from "#testing/web/scripted-server.ts";
import type { RealtimeNotice } from "./realtime-client.ts";

const joined = (sequence: number, epoch = "e1"): ServerMessage => ["joined", "room:luna", epoch, sequence];
const watchers = (sequence: number, channel: "main-channel" | "presence" = "main-channel"): ServerMessage => [
  "event",
  channel,
  "room:luna",
  sequence,
  "FanJoinedRoomEvent",
  { model_id: 7, slug: "luna", watchers: sequence },
];

test("a ticket is asked for each socket, which speaks fanlight.v1", async () => {
  const { opened, latest, clock, client } = scriptedClient();
  await opened();
  expect(latest()).toMatchObject({
    url: "wss://fanlight.test/realtime?ticket=t%2B1",
    protocol: "fanlight.v1",
  });
  expect(client.connection()).toMatchObject({ phase: "open", tries: 0, reconnected: false });
  latest().drop();
  clock.advance(300);
  await soon();
  expect(latest().url).toContain("t%2B2");
});

test("topics joined before and after opening are asked for, each once for all views, and left with the last", async () => {
  const { client, opened, latest } = scriptedClient();
  const leaveFirst = client.join("room:luna");
  const leaveSecond = client.join("room:luna");
  client.join("public", { epoch: "e9", sequence: 4 });
  await opened();
  expect(latest().sent).toEqual([["resume", [["room:luna"], ["public", "e9", 4]]]]);
  client.join("presence");
  leaveFirst();
  leaveFirst();
  expect(latest().sent.slice(1)).toEqual([["join", "presence"]]);
  leaveSecond();
  expect(latest().sent.slice(2)).toEqual([["leave", "room:luna"]]);
});

test("all events that one message brings are worked on together, so that a page may render once for them", async () => {
  const received: unknown[] = [];
  const together = (work: () => void) => {
    received.push("begins");
    work();
    received.push("ends");
  };
  const { client, opened, latest } = scriptedClient({ together });
  client.join("room:luna");
  client.on("FanJoinedRoomEvent", (data) => received.push(data.watchers));
  await opened();
  latest().answer(joined(0), watchers(1), watchers(2));
  latest().answer(watchers(3));
  expect(received).toEqual(["begins", 1, 2, "ends", "begins", 3, "ends"]);
});

test("R-LIVE-04: an event has an effect on main-channel only, the presence feed on its own", async () => {
  const { client, opened, latest } = scriptedClient();
  const received: unknown[] = [];
  client.join("room:luna");
  client.join("presence");
  client.on("FanJoinedRoomEvent", (data, origin) => received.push([data.watchers, origin.sequence]));
  client.on("update", (data, origin) => received.push([data.model_id, origin.channel]));
  await opened();
  latest().answer(joined(0), ["joined", "presence", "p", 0], watchers(1, "presence"), watchers(1));
  latest().answer(["event", "presence", "presence", 1, "update", { model_id: 7, last_connection: "" }]);
  latest().answer(["event", "main-channel", "presence", 2, "update", { model_id: 8, last_connection: "" }]);
  expect(received).toEqual([
    [1, 1],
    [7, "presence"],
  ]);
});

test("an event is received once and in order; a repeated one, and one of a topic that was left, is not", async () => {
  const { client, opened, latest } = scriptedClient();
  const received: number[] = [];
  const leave = client.join("room:luna");
  const silence = client.on("FanJoinedRoomEvent", (_data, { sequence }) => received.push(sequence));
  await opened();
  latest().answer(watchers(9), joined(3), watchers(3), watchers(4), watchers(4), watchers(5));
  expect(received).toEqual([4, 5]);
  silence();
  latest().answer(watchers(6));
  client.on("FanJoinedRoomEvent", (_data, { sequence }) => received.push(sequence));
  leave();
  latest().answer(watchers(7));
  expect(received).toEqual([4, 5]);
});

test("after a loss the page resumes from the last event it saw", async () => {
  const { client, opened, latest, clock } = scriptedClient();
  client.join("room:luna");
  await opened();
  latest().answer(joined(3), watchers(4));
  latest().drop();
  clock.advance(300);
  await soon();
  latest().accept();
  expect(latest().sent).toEqual([["resume", [["room:luna", "e1", 4]]]]);
});

test("a gap is reported to the view, and the numbers go on from there, even after a restart", async () => {
  const gaps: string[] = [];
  const notices: RealtimeNotice[] = [];
  const { client, opened, latest } = scriptedClient({ onGap: (topic) => gaps.push(topic) });
  const received: number[] = [];
  client.join("room:luna");
  client.onNotice((notice) => notices.push(notice));
  client.on("FanJoinedRoomEvent", (_data, { sequence }) => received.push(sequence));
  await opened();
  latest().answer(joined(900), joined(2, "e2"), ["gap", "room:luna", "e2", 2], watchers(3));
  expect(received).toEqual([3]);
  expect(gaps).toEqual(["room:luna"]);
  expect(notices).toEqual([{ kind: "gap", topic: "room:luna" }]);
  latest().answer(watchers(6));
  expect(gaps).toEqual(["room:luna", "room:luna"]);
  expect(received).toEqual([3, 6]);
});

test("a refusal is reported to the view", async () => {
  const notices: RealtimeNotice[] = [];
  const { client, opened, latest } = scriptedClient();
  client.join("person:1");
  client.onNotice((notice) => notices.push(notice));
  await opened();
  latest().answer(["refused", "person:1", "forbidden"]);
  expect(notices).toEqual([{ kind: "refused", topic: "person:1", reason: "forbidden" }]);
});

test.each(["revoked", "banned", "logged_out"] as const)(
  "after the cut %s the page stays away",
  async (reason) => {
    const notices: RealtimeNotice[] = [];
    const { client, opened, latest, clock, sockets } = scriptedClient();
    client.onNotice((notice) => notices.push(notice));
    await opened();
    latest().answer(["cut", reason]);
    clock.advance(3_600_000);
    client.nudge();
    await soon();
    expect(sockets).toHaveLength(1);
    expect(latest().isClosed).toBe(true);
    expect(client.connection()).toMatchObject({ phase: "stopped", cut: reason });
    expect(notices).toEqual([{ kind: "cut", topic: null, reason }]);
    client.start();
    await soon();
    expect(sockets).toHaveLength(2);
    expect(client.connection()).toMatchObject({ phase: "connecting", cut: null });
  },
);

test("R-OPEN-54: a typing notice is sent on the open connection, and not kept for a later one", async () => {
  const { client, opened, latest } = scriptedClient();
  client.typing(5);
  await opened();
  expect(latest().sent).toEqual([]);
  client.typing(5);
  expect(latest().sent).toEqual([["typing", 5]]);
});

test("when the server stops the page comes back by itself", async () => {
  const { opened, latest, clock, sockets } = scriptedClient();
  await opened();
  latest().answer(["cut", "server_stopping"]);
  clock.advance(300);
  await soon();
  expect(sockets).toHaveLength(2);
});

test("when a room's audience changes the page asks again for that room, and for no other cut", async () => {
  const { client, opened, latest } = scriptedClient();
  client.join("room:luna");
  await opened();
  latest().answer(joined(3), ["cut", "banned", "room:luna"]);
  expect(latest().sent.slice(1)).toEqual([]);
  latest().answer(["cut", "audience_changed", "room:luna"]);
  expect(latest().sent.slice(1)).toEqual([["join", "room:luna", "e1", 3]]);
  expect(client.connection().phase).toBe("open");
});

test("a handler that throws is reported and the others are still called", async () => {
  const reported: unknown[] = [];
  const { client, opened, latest } = scriptedClient({ report: (error) => reported.push(error) });
  const received: number[] = [];
  client.join("room:luna");
  client.on("FanJoinedRoomEvent", () => {
    throw new Error("view broke");
  });
  client.on("FanJoinedRoomEvent", (_data, { sequence }) => received.push(sequence));
  await opened();
  latest().answer(joined(0), watchers(1), watchers(2));
  expect(received).toEqual([1, 2]);
  expect(reported.map(String)).toEqual(["Error: view broke", "Error: view broke"]);
});
