import { afterEach, describe, expect, test } from "vitest";
import { manualClock } from "#testing/manual-clock.ts";
import { presenceContract } from "#testing/realtime/presence-contract.ts";
import { fan, guest, type HubFixture, startHub } from "#testing/realtime/start-hub.ts";
import { until } from "#testing/until.ts";
import { memoryPresence } from "./presence.ts";
import type { MembershipChange } from "./realtime.ts";

describe("presence", () =>
  presenceContract(async () => {
    const errors: unknown[] = [];
    return { presence: memoryPresence((error) => errors.push(error)), errors };
  }));

let hub: HubFixture | null = null;

afterEach(async () => {
  await hub?.close();
  hub = null;
});

test("R-LIVE-07, R-LIVE-08: two tabs of one user are one watcher, who leaves with the last tab", async () => {
  hub = await startHub();
  const { realtime } = hub;
  const seen: string[] = [];
  const note = ({ topic, subject, joined, members }: MembershipChange) =>
    seen.push(`${subject.userId} ${joined ? "into" : "out of"} ${topic}: ${members}`);
  const stop = realtime.onMembership(note);
  const first = await hub.open(fan(1), "room:luna");
  const second = await hub.open(fan(1), "room:luna");
  const other = await hub.open(fan(2), "room:luna");
  expect(realtime.members("room:luna")).toBe(2);
  first.send(["leave", "room:luna"]);
  await first.settled();
  expect(realtime.members("room:luna")).toBe(2);
  second.socket.terminate();
  await until(() => realtime.members("room:luna") === 1, "the last tab to be gone");
  stop();
  other.send(["leave", "room:luna"]);
  await other.settled();
  expect(realtime.members("room:luna")).toBe(0);
  expect(seen).toEqual(["1 into room:luna: 1", "2 into room:luna: 2", "1 out of room:luna: 1"]);
});

test("each page of a guest counts on its own", async () => {
  hub = await startHub();
  await hub.open(guest, "public");
  await hub.open(guest, "public");
  expect(hub.realtime.members("public")).toBe(2);
});

test("joining twice counts once", async () => {
  hub = await startHub();
  const page = await hub.open(fan(1), "room:luna");
  page.send(["join", "room:luna"]);
  page.send(["leave", "room:luna"]);
  await page.settled();
  expect(hub.realtime.members("room:luna")).toBe(0);
});

test("a listener may publish to the topic that changed, and one that throws affects nobody", async () => {
  hub = await startHub();
  const { realtime, errors } = hub;
  realtime.onMembership(() => {
    throw new Error("listener broke");
  });
  realtime.onMembership(({ topic, members }) => {
    if (topic !== "room:luna") return;
    realtime.publish(topic, "FanJoinedRoomEvent", { model_id: 7, slug: "luna", watchers: members });
  });
  const page = await hub.open(fan(1), "room:luna");
  const [event] = await page.received("event");
  expect(event?.[5]).toEqual({ model_id: 7, slug: "luna", watchers: 1 });
  expect(errors.map(String)).toContain("Error: listener broke");
});

test("R-OPEN-54: typing signals more often than every 500 ms are dropped", async () => {
  const clock = manualClock();
  const received: [number | null, number][] = [];
  hub = await startHub({ clock, typing: ({ userId }, chatId) => void received.push([userId, chatId]) });
  const page = await hub.open(fan(7), "person:7");
  for (let n = 0; n < 5; n++) page.send(["typing", 3]);
  await page.settled();
  clock.advance(500);
  page.send(["typing", 4]);
  await page.settled();
  expect(received).toEqual([
    [7, 3],
    [7, 4],
  ]);
});

test("R-OPEN-54: a guest types nowhere, and a failing typing handler closes no socket", async () => {
  const received: (number | null)[] = [];
  hub = await startHub({
    typing: ({ userId }) => {
      received.push(userId);
      throw new Error("no database");
    },
  });
  const visitor = await hub.open(guest, "public");
  visitor.send(["typing", 3]);
  await visitor.settled();
  const page = await hub.open(fan(7), "person:7");
  page.send(["typing", 3]);
  await page.settled();
  expect(received).toEqual([7]);
  expect(hub.errors).toHaveLength(1);
  expect(page.closed()).toBeNull();
});
