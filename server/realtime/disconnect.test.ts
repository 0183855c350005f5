import { afterEach, expect, test } from "vitest";
import { ok, refuse } from "#server/kit/result.ts";
import { manualClock } from "#testing/manual-clock.ts";
import { fan, guest, type HubFixture, type Page, startHub } from "#testing/realtime/start-hub.ts";
import { until } from "#testing/until.ts";
import { memoryLog } from "./event-log.ts";
import { defaultLimits } from "./limits.ts";

let hub: HubFixture | null = null;
afterEach(async () => {
  await hub?.close();
  hub = null;
});

const publishWatchers = (watchers: number) =>
  hub?.realtime.publish("room:luna", "FanJoinedRoomEvent", { model_id: 7, slug: "luna", watchers });
const kinds = (page: Page) => page.messages().map(([kind]) => kind);

test("a revoked session is disconnected at once: not even events that waited for their batch reach it", async () => {
  hub = await startHub();
  const { realtime } = hub;
  const cut = await hub.open(fan(1, "stolen"), "room:luna", "person:1");
  const other = await hub.open(fan(1, "phone"), "room:luna", "person:1");
  publishWatchers(1);
  expect(realtime.disconnect({ tokenId: "stolen" }, "revoked")).toBe(1);
  publishWatchers(2);
  realtime.publish("person:1", "BalanceChanged", { balance: 5, reason: "tip", transfer_id: 1 });
  expect(await cut.whenClosed()).toEqual({ code: 4001, reason: "revoked" });
  await other.received("event", 3);
  expect(kinds(cut)).toEqual(["joined", "joined", "cut"]);
  expect(cut.messages().at(-1)).toEqual(["cut", "revoked"]);
  expect(other.closed()).toBeNull();
});

test("a ban disconnects every page of the user, and messages they still send are ignored", async () => {
  hub = await startHub();
  const { realtime } = hub;
  const pages = [await hub.open(fan(1, "a"), "room:luna"), await hub.open(fan(1, "b"), "room:luna")];
  const other = await hub.open(fan(2), "room:luna");
  expect(realtime.disconnect({ userId: 1 }, "banned")).toBe(2);
  expect(realtime.members("room:luna")).toBe(1);
  for (const page of pages) page.send(["join", "public"]);
  for (const page of pages) expect((await page.whenClosed()).code).toBe(4001);
  expect(realtime.members("public")).toBe(0);
  await other.settled();
});

test("a ban from one room leaves the socket open and everything else joined", async () => {
  hub = await startHub();
  const { realtime } = hub;
  const page = await hub.open(fan(1), "room:luna", "public");
  expect(realtime.disconnect({ userId: 1, topic: "room:luna" }, "banned")).toBe(1);
  publishWatchers(1);
  realtime.publish("public", "StreamBegan", { model_id: 7, slug: "luna", gender_id: 1 });
  const events = await page.received("event");
  expect(await page.received("cut")).toEqual([["cut", "banned", "room:luna"]]);
  expect(events.map((event) => event[2])).toEqual(["public"]);
});

test("a disconnect reaches a join that is still being authorised", async () => {
  let decide = () => {};
  const decided = new Promise<void>((resolve) => {
    decide = resolve;
  });
  hub = await startHub({ authorize: () => decided.then(() => ok({})) });
  const page = await hub.open(fan(1));
  page.send(["join", "room:luna"]);
  await page.settled();
  expect(hub.realtime.disconnect({ userId: 1, topic: "room:luna" }, "banned")).toBe(1);
  decide();
  await page.settled();
  expect(kinds(page)).toEqual(["pong", "cut", "pong"]);
  expect(hub.realtime.members("room:luna")).toBe(0);
});

test("R-AMB-29: when a room's audience changes, only those allowed rejoin, and no one can request earlier events", async () => {
  const isPrivate = { now: false };
  const allowed = (userId: number | null) => !isPrivate.now || userId === 1;
  hub = await startHub({
    authorize: async (subject) => (allowed(subject.userId) ? ok({}) : refuse("forbidden")),
  });
  const { realtime } = hub;
  const payer = await hub.open(fan(1), "room:luna");
  const other = await hub.open(fan(2), "room:luna");
  publishWatchers(1);
  await Promise.all([payer.received("event"), other.received("event")]);

  isPrivate.now = true;
  expect(realtime.disconnect({ topic: "room:luna" }, "audience_changed")).toBe(2);
  await payer.received("cut");
  await payer.join("room:luna");
  const { epoch } = await realtime.position("room:luna");
  other.send(["join", "room:luna", epoch, 0]);
  await other.received("refused");
  publishWatchers(2);
  await payer.received("event", 2);

  isPrivate.now = false;
  realtime.disconnect({ topic: "room:luna" }, "audience_changed");
  await payer.received("cut", 2);
  await other.join("room:luna", epoch, 0);
  expect(await other.received("gap")).toHaveLength(1);
  publishWatchers(3);
  await other.received("event", 2);
  expect(other.events().map((event) => (event[5] as { watchers: number }).watchers)).toEqual([1, 3]);
});

test("where other nodes end sessions too, a socket whose session has ended without a notification is found within 20 s", async () => {
  const clock = manualClock();
  const live = new Set(["session-1", "session-2"]);
  const asked: string[][] = [];
  hub = await startHub({
    clock,
    liveTokens: async (tokenIds) => {
      asked.push([...tokenIds]);
      return live;
    },
  });
  const [one, other] = [await hub.open(fan(1)), await hub.open(fan(2))];
  await hub.open(fan(2));
  await hub.open(guest);
  live.delete("session-1");
  clock.advance(19_999);
  expect(asked).toEqual([]);
  clock.advance(1);
  expect(await one.whenClosed()).toEqual({ code: 4001, reason: "logged_out" });
  expect(asked).toEqual([["session-1", "session-2"]]);
  await other.settled();
  expect(other.closed()).toBeNull();
});

test("a node that stops lets no page in any more, and asks the open ones to come back one after the other", async () => {
  const clock = manualClock();
  const chances = [0.1, 0.5, 0.9];
  hub = await startHub({ clock, random: () => chances.shift() ?? 0 });
  const { realtime } = hub;
  const pages = [await hub.open(fan(1)), await hub.open(fan(2)), await hub.open(fan(3))];
  const done = realtime.drain(5_000);
  expect(await hub.tryUpgrade(realtime.issueTicket(fan(4)))).toBe(503);
  const closed = () => pages.map((page) => page.closed()?.reason ?? "open");
  for (const count of [1, 2, 3]) {
    clock.advance(count === 1 ? 600 : 2_000);
    await until(() => closed().filter((reason) => reason === "server_stopping").length === count);
    expect(closed().slice(count)).toEqual(pages.slice(count).map(() => "open"));
  }
  clock.advance(400);
  await done;
});

const targets = [{ userId: 1 }, { userId: 1, topic: "public" as const }];

test.each(targets)(
  "a page with a backlog is hung up on by the cut %o, so that it reads no old events after it",
  async (where) => {
    // The clock stands still: only hanging up can close the socket.
    hub = await startHub({ clock: manualClock() });
    const { realtime } = hub;
    const slow = await hub.open(fan(1), "public");
    slow.socket.pause();
    await until(() => {
      const card = "x".repeat(20_000);
      for (let count = 0; count < 20; count += 1) {
        realtime.publish("public", "StreamBegan", { model_id: 7, slug: "luna", gender_id: 1, card });
      }
      return realtime.stats().skipped > 0;
    }, "a backlog");
    realtime.disconnect(where, "banned");
    await until(() => realtime.stats().sockets === 0, "the socket to be gone");
    slow.socket.resume();
    await slow.whenClosed();
    expect(kinds(slow)).not.toContain("cut");
  },
);

test("a disconnect reaches a page whose missed events are being read", async () => {
  const clock = manualClock();
  const log = memoryLog(clock, defaultLimits);
  let read = () => {};
  const mayRead = new Promise<void>((resolve) => {
    read = resolve;
  });
  const since: typeof log.since = async (topic, from) => {
    const replay = await log.since(topic, from);
    if (from) await mayRead;
    return replay;
  };
  hub = await startHub({ clock, eventLog: { ...log, since } });
  const { realtime } = hub;
  const { epoch } = await realtime.position("room:luna");
  publishWatchers(1);
  const page = await hub.open(fan(1));
  page.send(["join", "room:luna", epoch, 0]);
  await page.settled();
  realtime.disconnect({ userId: 1, topic: "room:luna" }, "banned");
  read();
  await page.settled();
  expect(kinds(page)).toEqual(["pong", "cut", "pong"]);
  expect(realtime.members("room:luna")).toBe(0);
});

test("a page that left does not receive a refusal that came too late", async () => {
  let decide = () => {};
  const decided = new Promise<void>((resolve) => {
    decide = resolve;
  });
  hub = await startHub({ authorize: () => decided.then(() => refuse("forbidden")) });
  const page = await hub.open(fan(1));
  page.send(["join", "room:luna"]);
  page.send(["leave", "room:luna"]);
  await page.settled();
  decide();
  await page.settled();
  expect(kinds(page)).toEqual(["pong", "pong"]);
});

test("an expired session is disconnected", async () => {
  const clock = manualClock();
  hub = await startHub({ clock });
  const expiresAtMs = clock.now().getTime() + 30_000;
  const page = await hub.open({ userId: 1, role: "fan", tokenId: "t", expiresAtMs });
  clock.advance(20_000);
  await page.settled();
  clock.advance(20_000);
  expect(await page.whenClosed()).toEqual({ code: 4001, reason: "logged_out" });
});

test("a page that does not answer the close frame is terminated", async () => {
  const clock = manualClock();
  hub = await startHub({ clock });
  const { realtime } = hub;
  const page = await hub.open(fan(1));
  page.socket.pause();
  realtime.disconnect({ userId: 1 }, "banned");
  expect(realtime.stats().sockets).toBe(1);
  clock.advance(1_000);
  await until(() => realtime.stats().sockets === 0, "the socket to be gone");
  page.socket.resume();
});

test("stopping sends waiting events, closes the sockets and accepts no more", async () => {
  hub = await startHub();
  const { realtime } = hub;
  const page = await hub.open(guest, "room:luna");
  expect(realtime.healthy()).toBe(true);
  publishWatchers(1);
  await realtime.stop();
  expect(await page.whenClosed()).toEqual({ code: 1001, reason: "server_stopping" });
  expect(kinds(page)).toEqual(["joined", "event", "cut"]);
  expect(realtime.healthy()).toBe(false);
  expect(realtime.stats().sockets).toBe(0);
});

test("a disconnect without a target throws, because it would match everyone", async () => {
  hub = await startHub();
  const { realtime } = hub;
  expect(() => realtime.disconnect({}, "revoked")).toThrow("needs a target");
});
