import { expect, test } from "vitest";
import type { ServerMessage } from "#contract/realtime.ts";
import { manualClock } from "#testing/manual-clock.ts";
import { createChannel } from "./channel.ts";
import type { Connection } from "./connection.ts";
import { defaultLimits } from "./limits.ts";

/** A page whose backlog the test decides; it keeps what it was sent, told and events alike. */
function pageWithBacklog() {
  const heard: ServerMessage[] = [];
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
    write: (frame) => void heard.push(...(JSON.parse(frame.subarray(2).toString()) as ServerMessage[])),
    send: (...messages) => void heard.push(...messages),
    close: () => {},
    terminate: () => {},
  };
  return { connection, heard, backlog };
}

test("a page whose backlog has shrunk is told of its gap before the next event, not after it", async () => {
  const clock = manualClock();
  const channel = createChannel({
    topic: "public",
    clock,
    limits: defaultLimits,
    counts: { delivered: 0, skipped: 0 },
  });
  const { connection, heard, backlog } = pageWithBacklog();
  channel.admit(connection, { position: { epoch: "e", sequence: 0 }, entries: [], complete: true }, null);
  const say = (sequence: number) => {
    channel.push({ sequence, body: '"dump",{}' }, "e");
    clock.advance(defaultLimits.coalesceMs);
  };
  backlog.bytes = defaultLimits.softBufferBytesMax + 1;
  say(1);
  say(2);
  backlog.bytes = defaultLimits.softBufferBytesMax;
  say(3);
  say(4);
  expect(heard.map((message) => [message[0], message[3]])).toEqual([
    ["joined", 0],
    ["gap", 2],
    ["event", 3],
    ["event", 4],
  ]);
});
