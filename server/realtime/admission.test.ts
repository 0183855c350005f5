import { afterEach, expect, test } from "vitest";
import type { Topic } from "#contract/realtime.ts";
import { ok, refuse } from "#server/kit/result.ts";
import { manualClock } from "#testing/manual-clock.ts";
import { fan, guest, type HubFixture, startHub } from "#testing/realtime/start-hub.ts";
import { until } from "#testing/until.ts";

let hub: HubFixture | null = null;
afterEach(async () => {
  await hub?.close();
  hub = null;
});

test("a page of a foreign origin gets 403 and its ticket stays unused", async () => {
  hub = await startHub();
  const ticket = hub.realtime.issueTicket(fan(1));
  for (const origin of ["http://evil.test", "null", ""])
    expect(await hub.tryUpgrade(ticket, { headers: { origin } }), `from "${origin}"`).toBe(403);
  expect(await hub.tryUpgrade(ticket)).toBe(101);
});

test("a client that is no page and names no origin needs its ticket alone", async () => {
  hub = await startHub();
  const ticket = hub.realtime.issueTicket(fan(1));
  expect(await hub.tryUpgrade("", { headers: {} })).toBe(401);
  expect(await hub.tryUpgrade(ticket, { headers: {} })).toBe(101);
  expect(await hub.tryUpgrade(ticket, { headers: {} }), "once").toBe(401);
});

test("a ticket that is missing, forged, of another secret or used gets 401", async () => {
  hub = await startHub();
  const other = await startHub({ secret: "another secret" });
  const ticket = hub.realtime.issueTicket(fan(1));
  const [text = "", signature = ""] = ticket.split(".");
  const forgedText = Buffer.from(
    Buffer.from(text, "base64url").toString().replace('"userId":1', '"userId":2'),
  ).toString("base64url");
  expect(forgedText).not.toBe(text);
  expect(await hub.tryUpgrade("")).toBe(401);
  expect(await hub.tryUpgrade("nonsense")).toBe(401);
  expect(await hub.tryUpgrade(`${forgedText}.${signature}`)).toBe(401);
  expect(await hub.tryUpgrade(`${text}.`)).toBe(401);
  expect(await hub.tryUpgrade(other.realtime.issueTicket(fan(1)))).toBe(401);
  expect(await hub.tryUpgrade(ticket)).toBe(101);
  expect(await hub.tryUpgrade(ticket)).toBe(401);
  await other.close();
});

test("a ticket lives 30 seconds", async () => {
  const clock = manualClock();
  hub = await startHub({ clock });
  const early = hub.realtime.issueTicket(guest);
  const late = hub.realtime.issueTicket(guest);
  clock.advance(29_999);
  expect(await hub.tryUpgrade(early)).toBe(101);
  clock.advance(1);
  expect(await hub.tryUpgrade(late)).toBe(401);
});

test("a ticket issued before its session was revoked gets 401, one of a new session is good", async () => {
  hub = await startHub();
  const { realtime } = hub;
  const before = realtime.issueTicket(fan(1, "old"));
  realtime.disconnect({ tokenId: "old" }, "logged_out");
  expect(await hub.tryUpgrade(before)).toBe(401);
  expect(await hub.tryUpgrade(realtime.issueTicket(fan(1, "new")))).toBe(101);
});

test("a socket without our subprotocol gets 400, another path 404", async () => {
  hub = await startHub();
  const ticket = hub.realtime.issueTicket(guest);
  expect(await hub.tryUpgrade(ticket, { protocol: "other.v1" })).toBe(400);
  expect(await hub.tryUpgradeElsewhere()).toBe(404);
});

test("sockets are limited per user and per address, and closing one makes room", async () => {
  hub = await startHub({ limits: { socketsPerUserMax: 2, socketsPerAddressMax: 3 } });
  const { realtime } = hub;
  const first = await hub.open(fan(1));
  await hub.open(fan(1));
  expect(await hub.tryUpgrade(realtime.issueTicket(fan(1)))).toBe(429);
  await hub.open(fan(2));
  expect(await hub.tryUpgrade(realtime.issueTicket(fan(3)))).toBe(429);
  first.socket.close();
  const knock = () => hub?.tryUpgrade(realtime.issueTicket(fan(1)));
  await until(async () => (await knock()) === 101, "room for one more");
});

test("behind a proxy the limit counts the address that the deployment names", async () => {
  let pages = 0;
  const addressOf = () => {
    pages += 1;
    return `203.0.113.${pages}`;
  };
  hub = await startHub({ addressOf, limits: { socketsPerAddressMax: 1 } });
  await hub.open();
  await hub.open();
  expect(hub.realtime.stats().sockets).toBe(2);
});

test("R-AMB-29: another user's topic is refused, to fans and to guests; a user's own is joined", async () => {
  hub = await startHub();
  const nico = await hub.open(fan(1), "person:1");
  const curious = await hub.open(guest);
  nico.send(["join", "person:2"]);
  curious.send(["join", "person:1"]);
  expect(await nico.received("refused")).toEqual([["refused", "person:2", "forbidden"]]);
  expect(await curious.received("refused")).toEqual([["refused", "person:1", "forbidden"]]);
  hub.realtime.publish("person:1", "BalanceChanged", { balance: 1, reason: "tip", transfer_id: 1 });
  hub.realtime.publish("person:2", "BalanceChanged", { balance: 2, reason: "tip", transfer_id: 2 });
  await nico.received("event");
  await Promise.all([nico.settled(), curious.settled()]);
  expect(nico.events().map((event) => event[2])).toEqual(["person:1"]);
  expect(curious.events()).toEqual([]);
});

test("R-AMB-29: a room's access is checked at each join, and refused users receive none of its events", async () => {
  const asked: unknown[] = [];
  hub = await startHub({
    authorize: async (subject, topic) => {
      asked.push([subject.userId, topic]);
      if (topic === "room:nobody") return refuse("not_found");
      return subject.userId === 1 ? ok({}) : refuse("forbidden");
    },
  });
  const inside = await hub.open(fan(1), "room:luna");
  const outside = await hub.open(fan(2));
  outside.send(["join", "room:luna"]);
  outside.send(["join", "room:nobody"]);
  expect(await outside.received("refused", 2)).toEqual([
    ["refused", "room:luna", "forbidden"],
    ["refused", "room:nobody", "not_found"],
  ]);
  hub.realtime.publish("room:luna", "FanJoinedRoomEvent", { model_id: 7, slug: "luna", watchers: 1 });
  await inside.received("event");
  await outside.settled();
  expect(outside.events()).toEqual([]);
  expect(asked).toEqual([
    [1, "room:luna"],
    [2, "room:luna"],
    [2, "room:nobody"],
  ]);
});

test("a page that leaves while its join is being authorised does not join", async () => {
  let decide = () => {};
  const decided = new Promise<void>((resolve) => {
    decide = resolve;
  });
  hub = await startHub({ authorize: () => decided.then(() => ok({})) });
  const page = await hub.open();
  page.send(["join", "room:luna"]);
  page.send(["leave", "room:luna"]);
  await page.settled();
  decide();
  await page.settled();
  expect(page.messages().map(([kind]) => kind)).toEqual(["pong", "pong"]);
  expect(hub.realtime.members("room:luna")).toBe(0);
});

test("when a join cannot be authorised, the page is asked to reconnect", async () => {
  hub = await startHub({
    authorize: async () => {
      throw new Error("database away");
    },
  });
  const page = await hub.open();
  page.send(["join", "room:luna"]);
  expect(await page.whenClosed()).toEqual({ code: 1013, reason: "try later" });
  expect(hub.errors.map(String)).toEqual(["Error: database away"]);
});

test("a page may be in a bounded number of topics", async () => {
  hub = await startHub({ limits: { topicsPerSocketMax: 2 } });
  const page = await hub.open(guest, "public", "presence");
  page.send(["join", "room:luna"]);
  expect(await page.received("refused")).toEqual([["refused", "room:luna", "too_many"]]);
  page.send(["leave", "presence"]);
  await page.join("room:luna");
});

const rude: Record<string, string | Buffer> = {
  "text that is not JSON": "hello",
  "an unknown message": '["shout","public"]',
  "a topic of no known form": '["join","room:../etc"]',
  "a negative sequence": '["join","public","e",-1]',
  "a field too many": '["ping",1]',
  "a binary message": Buffer.from('["ping"]'),
};

test.each(Object.entries(rude))("%s closes only that page's socket", async (_what, message) => {
  hub = await startHub();
  const good = await hub.open(guest, "public");
  const bad = await hub.open(guest, "public");
  bad.socket.send(message);
  expect(await bad.whenClosed()).toEqual({ code: 1008, reason: "malformed message" });
  await until(() => hub?.realtime.stats().sockets === 1, "one socket left");
  hub.realtime.publish("public", "FanLeftRoomEvent", { model_id: 7, slug: "luna", watchers: 1 });
  await good.received("event");
  expect(bad.events()).toEqual([]);
});

test("a message over 4 KB closes only that page's socket", async () => {
  hub = await startHub();
  const good = await hub.open(guest);
  const bad = await hub.open(guest);
  bad.socket.send(JSON.stringify(["join", "x".repeat(4_096)]));
  expect((await bad.whenClosed()).code).toBe(1009);
  await good.settled();
});

test("a page that floods is closed, one at the rate limit is not", async () => {
  const clock = manualClock();
  hub = await startHub({ clock, limits: { inboundBurstMax: 20, inboundPerSecondMax: 10 } });
  const good = await hub.open(guest);
  const bad = await hub.open(guest);
  for (let count = 0; count < 20; count += 1) good.send(["ping"]);
  await good.received("pong", 20);
  clock.advance(1_000);
  for (let count = 0; count < 10; count += 1) good.send(["ping"]);
  await good.received("pong", 30);
  for (let count = 0; count < 21; count += 1) bad.send(["ping"]);
  expect(await bad.whenClosed()).toEqual({ code: 1008, reason: "flooding" });
  expect(good.closed()).toBeNull();
});

test("a page that resumes is charged for each topic, and one of every topic that it may have is let go on", async () => {
  const clock = manualClock();
  const asked: string[] = [];
  hub = await startHub({
    clock,
    authorize: async (_subject, topic) => {
      asked.push(topic);
      return refuse("forbidden");
    },
  });
  const topics = (count: number) =>
    Array.from({ length: count }, (_, index): [Topic] => [`promo:${index + 1}`]);
  const honest = await hub.open(guest);
  honest.send(["resume", topics(32)]);
  await honest.received("refused", 32);
  await honest.settled();
  asked.length = 0;
  const bad = await hub.open(guest);
  for (let count = 0; count < 3; count += 1) bad.send(["resume", topics(64)]);
  expect(await bad.whenClosed()).toEqual({ code: 1008, reason: "flooding" });
  expect(asked.length).toBeLessThanOrEqual(60);
  expect(honest.closed()).toBeNull();
});

test("a page without activity between two heartbeats is terminated", async () => {
  const clock = manualClock();
  hub = await startHub({ clock });
  const { realtime } = hub;
  const alive = await hub.open(guest);
  const dead = await hub.open(guest);
  clock.advance(20_000);
  await until(() => alive.batches.some((batch) => batch.length === 0), "a sign of life for the page");
  await alive.settled();
  await dead.settled();
  dead.socket.pause();
  clock.advance(20_000);
  await alive.settled();
  expect(realtime.stats().sockets).toBe(2);
  clock.advance(20_000);
  await until(() => realtime.stats().sockets === 1, "the dead page to be gone");
  await alive.settled();
  dead.socket.resume();
});
