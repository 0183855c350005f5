import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ok, refuse } from "#server/kit/result.ts";
import { startHubNode } from "#testing/realtime/hub-nodes.ts";
import { fan, guest, type HubFixture, type Page } from "#testing/realtime/start-hub.ts";
import { type RedisServer, redisServer, startRedisServer } from "#testing/redis/redis-server.ts";
import { until } from "#testing/until.ts";

describe.skipIf(redisServer === null)("sockets on several nodes", () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedisServer();
  });
  afterAll(() => server.close());

  const pair = () => Promise.all([startHubNode(server.url), startHubNode(server.url)]);
  const publishWatchers = ({ realtime }: HubFixture, watchers: number) =>
    realtime.publish("room:luna", "FanJoinedRoomEvent", { model_id: 7, slug: "luna", watchers });
  const seen = (page: Page) => page.events().map((event) => (event[5] as { watchers: number }).watchers);

  test("what is published on one node reaches pages on both, in one order", async () => {
    const [a, b] = await pair();
    const pages = [await a.open(guest, "room:luna"), await b.open(fan(1), "room:luna")] as const;
    for (let watchers = 1; watchers <= 60; watchers++) publishWatchers(watchers % 2 ? a : b, watchers);
    await Promise.all(pages.map((page) => page.received("event", 60)));
    expect(seen(pages[0])).toEqual(seen(pages[1]));
    expect(new Set(seen(pages[0])).size).toBe(60);
  });

  test("a page that moves to another node gets exactly what it missed, and what comes while it moves", async () => {
    const [a, b] = await pair();
    const before = await a.open(fan(1), "room:luna");
    const [, , epoch, sequence] = (await before.received("joined"))[0] ?? ["joined", "", "", 0];
    publishWatchers(b, 1);
    await before.received("event");
    before.socket.terminate();
    publishWatchers(a, 2);
    publishWatchers(b, 3);
    const after = await b.open(fan(1));
    after.send(["join", "room:luna", epoch, sequence + 1]);
    for (let watchers = 4; watchers <= 40; watchers++) publishWatchers(watchers % 2 ? a : b, watchers);
    await after.received("event", 39);
    const all = [...seen(before), ...seen(after)];
    expect(all.toSorted((x, y) => x - y)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
    expect(after.events().map((event) => event[3])).toEqual(
      Array.from({ length: 39 }, (_, index) => sequence + 2 + index),
    );
    expect(after.messages().some(([kind]) => kind === "gap")).toBe(false);
  });

  test("a session that is revoked on one node loses its sockets and its tickets on the other", async () => {
    const [a, b] = await pair();
    const page = await b.open(fan(1, "stolen"), "person:1");
    const other = await b.open(fan(1, "phone"), "person:1");
    const ticket = b.realtime.issueTicket(fan(1, "stolen"));
    a.realtime.disconnect({ tokenId: "stolen" }, "revoked");
    a.realtime.publish("person:1", "BalanceChanged", { balance: 5, reason: "tip", transfer_id: 1 });
    expect(await page.whenClosed()).toEqual({ code: 4001, reason: "revoked" });
    await other.received("event");
    expect(page.events()).toEqual([]);
    expect(await b.tryUpgrade(ticket)).toBe(401);
  });

  test("a ticket opens one socket, on whichever node", async () => {
    const [a, b] = await pair();
    const ticket = a.realtime.issueTicket(fan(1));
    expect([await b.tryUpgrade(ticket), await a.tryUpgrade(ticket), await b.tryUpgrade(ticket)]).toEqual([
      101, 401, 401,
    ]);
  });

  test("R-AMB-29: when an audience changes on one node, the other cuts its pages before they get anything later", async () => {
    const isPrivate = { now: false };
    const authorize = async ({ userId }: { userId: number | null }) =>
      !isPrivate.now || userId === 1 ? ok({}) : refuse("forbidden" as const);
    const [a, b] = await Promise.all([
      startHubNode(server.url, { authorize }),
      startHubNode(server.url, { authorize }),
    ]);
    const [payer, other] = [await b.open(fan(1), "room:luna"), await b.open(fan(2), "room:luna")];
    const { epoch } = await b.realtime.position("room:luna");
    publishWatchers(a, 1);
    await Promise.all([payer.received("event"), other.received("event")]);
    isPrivate.now = true;
    a.realtime.disconnect({ topic: "room:luna" }, "audience_changed");
    publishWatchers(a, 2);
    await Promise.all([payer.received("cut"), other.received("cut")]);
    await payer.join("room:luna", epoch, 1);
    expect(await payer.received("gap")).toHaveLength(1);
    other.send(["join", "room:luna", epoch, 0]);
    await other.received("refused");
    publishWatchers(a, 3);
    await until(() => seen(payer).includes(3), "the payer to see what is theirs");
    await other.settled();
    expect(seen(other)).toEqual([1]);
  });

  test("without Redis pages are asked to come back, none is let in; when it is back they reload their view", async () => {
    const [a] = await pair();
    const page = await a.open(fan(1), "room:luna");
    const [, , epoch, sequence] = (await page.received("joined"))[0] ?? ["joined", "", "", 0];
    await server.kill();
    expect(await page.whenClosed()).toEqual({ code: 1001, reason: "server_stopping" });
    expect(await a.tryUpgrade(a.realtime.issueTicket(fan(1)))).toBe(503);
    // Pages are still rendered: from where they join they reload.
    expect(await a.realtime.position("room:luna")).toEqual({ epoch: "unknown", sequence: 0 });
    await server.start();
    await until(
      async () => (await a.tryUpgrade(a.realtime.issueTicket(fan(1)))) === 101,
      "the node to be up",
    );
    const again = await a.open(fan(1));
    await again.join("room:luna", epoch, sequence);
    expect(await again.received("gap")).toHaveLength(1);
    publishWatchers(a, 9);
    await again.received("event");
    expect(seen(again)).toEqual([9]);
  });
});
