import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { systemClock } from "#server/kit/clock.ts";
import { createLogger } from "#server/kit/log.ts";
import { openRedis } from "#server/kit/redis/redis.ts";
import {
  fansPage,
  followed,
  guestsPage,
  newRoom,
  presenceContract,
} from "#testing/realtime/presence-contract.ts";
import { type RedisServer, redisServer, startRedisServer } from "#testing/redis/redis-server.ts";
import { until } from "#testing/until.ts";
import { type Bus, openBus } from "./bus.ts";
import { redisPresence } from "./redis-presence.ts";

const log = createLogger("silent");

describe.skipIf(redisServer === null)("presence on several nodes", () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedisServer();
  });
  afterAll(() => server.close());

  async function open(leaseMs = 600, around: (bus: Bus) => Bus = (bus) => bus) {
    const redis = await openRedis(server.url, log);
    const bus = around(openBus({ redis, clock: systemClock, log }));
    const errors: unknown[] = [];
    const presence = redisPresence({
      bus,
      clock: systemClock,
      report: (error) => errors.push(error),
      leaseMs,
    });
    /** As a process that is killed: nothing is published any more. */
    const kill = async () => {
      redis.disconnect();
      await bus.stop();
    };
    onTestFinished(async () => {
      await presence.stop();
      await kill();
    });
    await until(() => bus.isUp(), "the node to be up");
    return { presence, errors, kill };
  }
  const pair = async () => [await open(), await open()] as const;

  describe("as one node alone has it", () => presenceContract(open));

  test("a user with pages on two nodes is one member on both, and leaves with the last page", async () => {
    const [a, b] = await pair();
    const room = newRoom();
    const [here, there] = [followed(a.presence, room), followed(b.presence, room)];
    a.presence.enter(room, fansPage(1));
    await until(() => b.presence.count(room) === 1, "the other node to know");
    b.presence.enter(room, fansPage(1));
    b.presence.enter(room, fansPage(2));
    await until(() => a.presence.count(room) === 2, "this node to know");
    a.presence.leave(room, fansPage(1));
    b.presence.leave(room, fansPage(2));
    await until(() => a.presence.count(room) === 1, "one to be left");
    b.presence.leave(room, fansPage(1));
    await until(() => a.presence.count(room) === 0, "all to be gone");
    const turns = ["1 in, 1", "2 in, 2", "2 out, 1", "1 out, 0"];
    expect([here, there]).toEqual([turns, turns]);
  });

  test("guests of two nodes are told apart, and a node that begins later knows who was there", async () => {
    const [a, b] = await pair();
    const room = newRoom();
    a.presence.enter(room, guestsPage(1));
    b.presence.enter(room, guestsPage(1));
    b.presence.enter(room, fansPage(7));
    await until(() => a.presence.count(room) === 3, "all to be known");
    const c = await open();
    await until(() => c.presence.count(room) === 3, "the new node to know them");
    b.presence.leave(room, fansPage(7));
    await until(() => c.presence.count(room) === 2, "the new node to follow");
  });

  test("whom a killed node had is gone when its lease ends, and of one that stops at once", async () => {
    const [a, b] = await pair();
    const room = newRoom();
    const turns = followed(a.presence, room);
    b.presence.enter(room, fansPage(1));
    await until(() => a.presence.count(room) === 1, "the fan to be known");
    await b.kill();
    await until(() => a.presence.count(room) === 0, "the lease to end");
    const c = await open(60_000);
    c.presence.enter(room, fansPage(2));
    await until(() => a.presence.count(room) === 1, "the other fan to be known");
    await c.presence.stop();
    await until(() => a.presence.count(room) === 0, "the stop to be known");
    expect(turns).toEqual(["1 in, 1", "1 out, 0", "2 in, 1", "2 out, 0"]);
  });

  test("who comes and goes while a node reads whom the others have comes and goes once", async () => {
    const read = Promise.withResolvers<void>();
    let reads = 0;
    const a = await open(60_000, (bus) => ({
      ...bus,
      async send(script, ...args) {
        const answer = await bus.send(script, ...args);
        if (script === "members") {
          reads += 1;
          await read.promise;
        }
        return answer;
      },
    }));
    const room = newRoom();
    const turns = followed(a.presence, room);
    const b = await open(60_000);
    await until(() => reads > 0, "the others to be read");
    b.presence.enter(room, fansPage(1));
    await until(() => a.presence.count(room) === 1, "the fan to be known");
    b.presence.leave(room, fansPage(1));
    b.presence.enter(room, fansPage(2));
    await until(() => turns.length === 3, "the other fan to be known");
    read.resolve();
    const c = await open(60_000);
    c.presence.enter(room, fansPage(3));
    await until(() => a.presence.count(room) === 2, "who came after it was read to be known");
    expect(turns).toEqual(["1 in, 1", "1 out, 0", "2 in, 1", "3 in, 2"]);
  });

  test("a node that cannot read whom the others have reads it again", async () => {
    const a = await open();
    const room = newRoom();
    a.presence.enter(room, fansPage(1));
    await until(() => a.presence.count(room) === 1, "the fan to be there");
    let isRefused = true;
    const b = await open(600, (bus) => ({
      ...bus,
      async send(script, ...args) {
        if (script !== "members" || !isRefused) return bus.send(script, ...args);
        isRefused = false;
        throw new Error("no answer");
      },
    }));
    await until(() => b.presence.count(room) === 1, "the new node to know");
    expect(b.errors.map(String)).toEqual(["Error: no answer"]);
  });

  test("a node whose lease ran out publishes everybody whom it has, not only who comes next", async () => {
    let isLate = false;
    const a = await open(600, (bus) => ({
      ...bus,
      send: (script, ...args) =>
        script === "renew" && isLate ? Promise.reject(new Error("late")) : bus.send(script, ...args),
    }));
    const b = await open();
    const room = newRoom();
    a.presence.enter(room, fansPage(1));
    await until(() => b.presence.count(room) === 1, "the fan to be known");
    isLate = true;
    await until(() => b.presence.count(room) === 0, "the lease to end");
    a.presence.enter(room, fansPage(2));
    await until(() => b.presence.count(room) === 1, "who came since to be known");
    isLate = false;
    await until(() => b.presence.count(room) === 2, "both to be known");
  });

  test("a Redis that comes back empty is sent again who is here, and who came and went meanwhile", async () => {
    const [a, b] = await pair();
    const room = newRoom();
    a.presence.enter(room, fansPage(1));
    a.presence.enter(room, fansPage(2));
    await until(() => b.presence.count(room) === 2, "both to be known");
    await server.kill();
    a.presence.leave(room, fansPage(2));
    a.presence.enter(room, fansPage(3));
    a.presence.enter(room, fansPage(4));
    expect(b.presence.count(room), "everybody stays where they were last seen").toBe(2);
    await server.start();
    await until(() => b.presence.count(room) === 3, "the other node to know");
    const c = await open();
    await until(() => c.presence.count(room) === 3, "a new node to know");
  });
});
