import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Position, ServerMessage, Topic } from "#contract/realtime.ts";
import { freshAddress, type Member, registerMember } from "#testing/app/members.ts";
import { listen, type RealtimeClient } from "#testing/app/realtime-client.ts";
import { cutConnections, fileDatabase } from "#testing/database/test-database.ts";
import { type S3Server, startS3Server, versitygw } from "#testing/files/s3-server.ts";
import { appProcesses, type NamedApp } from "#testing/processes/app-processes.ts";
import {
  createPeople,
  expectPaidOnce,
  type People,
  tipAway,
  undelivered,
} from "#testing/processes/tipping.ts";
import { type RedisServer, redisServer, startRedisServer } from "#testing/redis/redis-server.ts";
import { until } from "#testing/until.ts";

const database = fileDatabase();
const picture = () =>
  sharp({ create: { width: 300, height: 300, channels: 3, background: "#2a6" } })
    .png()
    .toBuffer();

describe.skipIf(redisServer === null)("three nodes on one database and one Redis", () => {
  const apps = appProcesses(database);
  let redis: RedisServer;
  let nodes: [NamedApp, NamedApp, NamedApp];
  /** Null where there is no server for it: then the files lie in a folder that the nodes share. */
  let s3: S3Server | null = null;
  const start = () => apps.start({ redisUrl: redis.url, ...(s3 ? { s3: s3.config } : {}) });
  beforeAll(async () => {
    redis = await startRedisServer();
    if (versitygw) s3 = await startS3Server();
  });
  afterAll(() => Promise.all([redis.close(), s3?.close()]));

  /** Processes end with their test; the last one is left for the next. */
  const startThree = async () => {
    const first = await start();
    const [second, third] = await Promise.all([start(), start()]);
    nodes = [first, second, third];
    return nodes;
  };
  const tip = (app: NamedApp, as: Member, { model }: People, amount: number, key: string = randomUUID()) =>
    app.call("POST", `/api/fan/pay-tips-to-model/${model.id}`, { as, key, body: { amount } });
  /** A page that tries again as long as sockets are refused; who asks for tickets too often gets none. */
  const letIn = (...asked: Parameters<typeof listen>) =>
    until(() => listen(...asked).catch(() => null), "a socket to be let in", 20_000, 500);
  /**
   * A page in a room that comes back whenever it is sent away, as pages do, until it receives what `isWanted` names: each
   * node notices for itself, at its next use of Redis, that Redis was away, and sends its pages away then.
   */
  const comeBack = (
    app: NamedApp,
    { room, as, from }: { room: Topic; as: Member; from?: Position },
    isWanted: (message: ServerMessage) => boolean,
  ) =>
    until(
      async () => {
        const page = await letIn(app, from ? [] : [room], as);
        if (from) page.join(room, from);
        const cutOrWanted = () => page.messages.find((each) => each[0] === "cut" || isWanted(each));
        const [kind] = await until(cutOrWanted, "the page to receive something");
        if (kind !== "cut") return page;
        page.close();
        return null;
      },
      "a page that comes back to receive it",
      40_000,
      500,
    );
  const isGap = ([kind]: ServerMessage) => kind === "gap";
  const isMessage = (message: ServerMessage) => message[0] === "event" && message[4] === "RoomMessage";
  /** The tips that a page was shown, each once. */
  const shown = (page: RealtimeClient) =>
    new Map(page.events("RoomMessage").map((line) => [line.id, line.tokens ?? 0]));

  test(
    "a tip on one node is seen on the others, and so are files; sign-outs cut sockets there, and limits count together",
    {
      timeout: 120_000,
    },
    async () => {
      const [a, b, c] = await startThree();
      const people = await createPeople(a, database.db);
      const [fan, other] = people.fans as [Member, Member];
      const room = `room:${people.model.login}` as const;

      const page = await letIn(b, [room, `person:${other.id}`], other);
      const own = await letIn(c, [`person:${fan.id}`], fan);
      expect((await tip(a, fan, people, 7)).status).toBe(200);
      expect((await page.event("RoomMessage")).tokens).toBe(7);
      expect((await own.event("BalanceChanged")).reason).toBe("tip");

      // The page moves to another node, and is shown what was sent meanwhile.
      const joined = page.messages.find(([kind, topic]) => kind === "joined" && topic === room);
      const [, , epoch, sequence] = joined as ["joined", string, string, number];
      page.close();
      for (const amount of [11, 12]) await tip(b, fan, people, amount);
      const moved = await letIn(c, [], other);
      moved.join(room, { epoch, sequence: sequence + 1 });
      await tip(a, fan, people, 13);
      await until(() => shown(moved).size === 3, "three tips on the other node");
      expect([...shown(moved).values()]).toEqual([11, 12, 13]);
      expect(moved.messages.some(([kind]) => kind === "gap")).toBe(false);

      for (const amount of [101, 102, 103]) await tip(a, fan, people, amount);
      await until(() => shown(moved).size === 6, "three more tips on the other node");
      expect([...shown(moved).values()]).toEqual([11, 12, 13, 101, 102, 103]);

      const form = new FormData();
      form.append("avatar", new Blob([new Uint8Array(await picture())], { type: "image/png" }), "me.png");
      const stored = await a.call("POST", `/api/fan/store-avatar/${fan.id}`, { as: fan, body: form });
      const served = await fetch(c.origin + String(stored.body.avatar));
      expect([served.status, served.headers.get("content-type")]).toEqual([200, "image/webp"]);

      // A session that ends on one node is over on all.
      expect((await a.call("POST", "/api/web_logout", { as: other })).status).toBe(204);
      await until(() => moved.messages.some(([kind]) => kind === "cut"), "the socket to be cut");
      expect(moved.messages.findLast(([kind]) => kind === "cut")).toEqual(["cut", "logged_out"]);
      expect((await b.call("GET", "/api/fan/profile", { as: other })).status).toBe(401);

      // One who guesses has five tries, not five on each node.
      const headers = freshAddress();
      const guess = (app: NamedApp) =>
        app.call("POST", "/api/web_login", { body: { login: fan.login, password: "guessed" }, headers });
      const tries = [];
      for (const app of [a, b, c, a, b, c, a]) tries.push((await guess(app)).status);
      expect(tries).toEqual([401, 401, 401, 401, 401, 429, 429]);
    },
  );

  test(
    "kill -9 of any node amid tips, and PostgreSQL cutting all connections: nothing is lost or doubled, and within 5 s another node delivers the events",
    {
      timeout: 180_000,
    },
    async () => {
      await startThree();
      const people = await createPeople(nodes[2], database.db);
      let turn = 0;
      const tips = tipAway(() => nodes[turn++ % nodes.length] as NamedApp, people);
      const takeovers: number[] = [];
      for (const victim of [0, 1, 2]) {
        const before = tips.paid.size;
        await until(() => tips.paid.size > before + 10, "tips before a node is killed");
        const killed = nodes[victim] as NamedApp;
        nodes[victim] = nodes[(victim + 1) % 3] as NamedApp;
        await killed.kill();
        const killedAt = performance.now();
        const page = await letIn(
          nodes[victim] as NamedApp,
          [`room:${people.model.login}`],
          people.fans[0] as Member,
        );
        await page.event("RoomMessage");
        takeovers.push(performance.now() - killedAt);
        page.close();
        nodes[victim] = await start();
      }
      expect(Math.max(...takeovers)).toBeLessThan(5_000);
      const refusedBefore = tips.refused();
      const cut = async () => {
        await cutConnections(database);
        return tips.refused() > refusedBefore + 20;
      };
      await until(cut, "tips to be refused", 20_000, 100);
      const page = await letIn(nodes[1], [`room:${people.model.login}`], people.fans[0] as Member);
      await page.event("RoomMessage");
      page.close();
      await tips.end();
      await until(async () => (await undelivered(database.db)) === 0, "the outbox to be delivered");
      await expectPaidOnce(database.db, tips.paid, people);
      expect([...tips.statuses].filter((status) => status !== 0 && status !== 503)).toEqual([200]);
    },
  );

  test(
    "a node that is asked to stop is not ready at once, sends its pages to the others and is gone within 20 s",
    {
      timeout: 120_000,
    },
    async () => {
      const [a, b] = await startThree();
      const people = await createPeople(a, database.db);
      const room = `room:${people.model.login}` as const;
      const pages = await Promise.all(people.fans.map((fan) => letIn(a, [room], fan)));
      const stoppedAt = performance.now();
      const stopped = a.stop();
      const ready = () => a.call("GET", "/readyz");
      await until(async () => (await ready()).status === 503, "the node to be not ready");
      const parts = { database: true, realtime: true, staying: false, redis: true };
      expect((await ready()).body.parts).toMatchObject(parts);
      const figures = String((await a.call("GET", "/metrics")).body.text);
      expect(figures).toMatch(/^fanlight_media_owner\{node="app \d+"\} [01]$/m);
      expect((await a.call("GET", "/healthz")).status).toBe(200);
      expect((await tip(a, people.fans[0] as Member, people, 5)).status).toBe(200);
      const leftAt = await Promise.all(
        pages.map(async (page) => {
          await until(() => page.messages.some(([kind]) => kind === "cut"), "the page to be sent away");
          return performance.now();
        }),
      );
      expect(Math.max(...leftAt) - Math.min(...leftAt), "not all at once").toBeGreaterThan(100);
      await stopped;
      expect(performance.now() - stoppedAt).toBeLessThan(20_000);
      const page = await letIn(b, [room], people.fans[1] as Member);
      const sentAt = performance.now();
      await tip(b, people.fans[0] as Member, people, 6);
      expect((await page.event("RoomMessage", ({ tokens }) => tokens === 6)).tokens).toBe(6);
      expect(performance.now() - sentAt).toBeLessThan(5_000);
      page.close();
    },
  );

  test(
    "Redis killed and emptied amid tips: money goes on, pages are notified and catch up, nothing durable is lost",
    {
      timeout: 240_000,
    },
    async () => {
      const [a, b, c] = await startThree();
      const people = await createPeople(a, database.db);
      const fan = people.fans[0] as Member;
      const room = `room:${people.model.login}` as const;
      const page = await letIn(b, [room], fan);
      const joined = page.messages.find(([kind]) => kind === "joined") as ["joined", string, string, number];
      let turn = 0;
      const tips = tipAway(() => nodes[turn++ % nodes.length] as NamedApp, people);
      await page.event("RoomMessage");
      await redis.kill();
      const before = tips.paid.size;
      await until(() => tips.paid.size > before + 20, "tips without Redis");
      await until(() => page.messages.some(([kind]) => kind === "cut"), "the page to be disconnected");
      expect(page.messages.findLast(([kind]) => kind === "cut")).toEqual(["cut", "server_stopping"]);
      // Pages and API go on; who registers is counted by the node alone.
      const newcomer = await registerMember(c);
      expect(
        (await a.call("GET", `/api/stream/${people.model.login}`, { as: newcomer })).status,
      ).toBeLessThan(500);
      await redis.start();
      const from = { epoch: joined[2], sequence: joined[3] };
      const reloaded = await comeBack(b, { room, as: fan, from }, isGap);
      const again = await comeBack(b, { room, as: fan }, isMessage);

      await redis.empty();
      await until(() => again.messages.some(([kind]) => kind === "cut"), "the page to be disconnected again");
      const last = await comeBack(c, { room, as: fan }, isMessage);
      await tips.end();
      await until(async () => (await undelivered(database.db)) === 0, "the outbox to be delivered");
      await expectPaidOnce(database.db, tips.paid, people);
      expect(tips.statuses).toEqual(new Set([200]));
      for (const each of [page, reloaded, again, last]) each.close();
    },
  );
});
