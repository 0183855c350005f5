import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Position, Topic } from "#contract/realtime.ts";
import { systemClock } from "#server/kit/clock.ts";
import { createLogger } from "#server/kit/log.ts";
import { openRedis, type Redis } from "#server/kit/redis/redis.ts";
import { eventLogContract, newTopic, noteTaker, type OpenLog } from "#testing/realtime/event-log-contract.ts";
import { type RedisServer, redisServer, startRedisServer } from "#testing/redis/redis-server.ts";
import { until } from "#testing/until.ts";
import type { EventLog } from "../event-log.ts";
import { defaultLimits } from "../limits.ts";
import { openBus } from "./bus.ts";
import { redisLog } from "./redis-log.ts";

const log = createLogger("silent");

describe.skipIf(redisServer === null)("the log that nodes share", () => {
  let server: RedisServer;
  const opened: { redis: Redis; log: EventLog }[] = [];
  beforeAll(async () => {
    server = await startRedisServer();
  });
  afterEach(async () => {
    for (const { redis, log } of opened.splice(0)) {
      await log.stop();
      redis.disconnect();
    }
  });
  afterAll(() => server.close());

  const open: OpenLog = async (clock, limits) => {
    const redis = await openRedis(server.url, log);
    const bus = openBus({ redis, clock: systemClock, log });
    const node = redisLog({ bus, clock: { ...systemClock, now: () => clock.now() }, limits });
    opened.push({ redis, log: node });
    return node;
  };
  const nodes = async () => {
    const both = [await open(systemClock, defaultLimits), await open(systemClock, defaultLimits)] as const;
    await until(() => both.every((node) => node.isUp()), "both nodes to be up");
    return both;
  };

  describe("as one node alone has it", () => eventLogContract(open));

  test("a topic in use whose log expired in a quiet time keeps again what follows", async () => {
    const node = await open(systemClock, { ...defaultLimits, replayBytesMax: 100 });
    await until(() => node.isUp(), "the node to be up");
    const topic = newTopic();
    node.append(topic, `"Said",{"text":"${"long ".repeat(15)}"}`);
    const position = await positionOf(node, topic);
    // Listeners keep the topic, not the log that nothing is added to.
    const redis = opened[0]?.redis;
    const [expired = ""] = (await redis?.keys(`*:${topic}:log`)) ?? [];
    expect(await redis?.del(expired)).toBe(1);
    for (const id of [1, 2, 3]) node.append(topic, `"Said",{"id":${id}}`);
    expect(await node.since(topic, position)).toMatchObject({
      complete: true,
      entries: [2, 3, 4].map((sequence) => ({ sequence })),
    });
  });

  test("two nodes receive the same in the same order, and read each other's events", async () => {
    const [one, other] = await nodes();
    const takers = [noteTaker(one), noteTaker(other)] as const;
    const topic = newTopic();
    const position = await positionOf(other, topic);
    for (let n = 0; n < 200; n++) (n % 2 ? one : other).append(topic, `"Said",{"id":${n}}`);
    await Promise.all(takers.map((each) => each.received(200)));
    expect(takers[0].notes).toEqual(takers[1].notes);
    const replay = await one.since(topic, position);
    expect(replay).toMatchObject({ complete: true, entries: { length: 200 } });
  });

  test("a disconnect reaches the other node before whatever is appended afterwards, and not the node that it came from", async () => {
    const [one, other] = await nodes();
    const [here, there] = [noteTaker(one), noteTaker(other)];
    const topic = newTopic();
    one.append(topic, '"A",{}');
    one.disconnect({ topic }, "audience_changed");
    one.disconnect({ tokenId: "stolen" }, "revoked");
    one.append(topic, '"B",{}');
    await Promise.all([here.received(2), there.received(4)]);
    expect(here.notes).toEqual([`${topic} 1 "A",{}`, `${topic} 1 "B",{}`]);
    expect(there.notes).toEqual([
      `${topic} 1 "A",{}`,
      `${topic}: audience_changed`,
      "stolen: revoked",
      `${topic} 1 "B",{}`,
    ]);
  });

  test("an audience that changes on one node is shut out on both, whichever node learns of it first", async () => {
    const [one, other] = await nodes();
    const [here, there] = [noteTaker(one), noteTaker(other)];
    const topic = newTopic();
    await other.since(topic, null, 1);
    other.append(topic, '"For 1",{}', 1);
    // The other node has something for the next audience before the node that changed it publishes that.
    other.append(topic, '"For 2",{}', 2);
    one.append(topic, '"Late for 1",{}', 1);
    one.disconnect({ topic, audience: 2 }, "audience_changed");
    one.append(topic, '"For 2 again",{}', 2);
    await Promise.all([here.received(4), there.received(4)]);
    const expected = ['1 "For 1",{}', "audience_changed", '1 "For 2",{}', '2 "For 2 again",{}'];
    for (const { notes } of [here, there])
      expect(notes.map((note) => note.replace(/^room:contract\d+:? /, ""))).toEqual(expected);
  });

  test("after an outage a node reads on where it was; a topic whose event was not taken is reloaded, here and there", async () => {
    const [one, other] = await nodes();
    const [here, there] = [noteTaker(one), noteTaker(other)];
    const [quiet, busy] = [newTopic(), newTopic()];
    const position = await positionOf(one, quiet);
    one.append(quiet, '"A",{}');
    await Promise.all([here.received(1), there.received(1)]);
    // The connection that sends fails, Redis itself does not.
    opened[0]?.redis.disconnect(true);
    one.append(busy, '"Lost",{}');
    const reloaded = `${busy}: audience_changed`;
    await until(
      () => here.notes.includes(reloaded) && there.notes.includes(reloaded),
      "the topic to be reloaded",
    );
    one.append(quiet, '"B",{}');
    await there.received(3);
    expect([here.notes, there.notes].flat()).not.toContain("lost");
    expect(await other.since(quiet, position)).toMatchObject({ complete: true, entries: [{}, {}] });
  });

  test("a Redis that was emptied makes everybody reload, and what follows has other epochs", async () => {
    const [one, other] = await nodes();
    const [here, there] = [noteTaker(one), noteTaker(other)];
    const topic = newTopic();
    const position = await positionOf(one, topic);
    one.append(topic, '"A",{}');
    await there.received(1);
    await server.empty();
    one.append(topic, '"Lost",{}');
    await until(() => here.notes.includes("lost") && there.notes.includes("lost"), "both to reload");
    await until(() => one.isUp() && other.isUp(), "both to be up");
    expect(await other.since(topic, position)).toMatchObject({ complete: false });
  });

  test("a Redis that was killed and comes back without its data does the same; meanwhile nothing is promised", async () => {
    const [one, other] = await nodes();
    const [here, there] = [noteTaker(one), noteTaker(other)];
    const topic = newTopic();
    const position = await positionOf(one, topic);
    await server.kill();
    one.append(topic, '"Lost",{}');
    one.disconnect({ tokenId: "stolen" }, "revoked");
    await until(() => !one.isUp() && !other.isUp(), "both to notice");
    await expect(one.since(topic, null)).rejects.toThrow(/away/);
    await server.start();
    await until(() => one.isUp() && other.isUp(), "both to be up");
    await until(() => there.notes.includes("stolen: revoked"), "the disconnect to be made up for");
    expect([here.notes, there.notes].every((notes) => notes.includes("lost"))).toBe(true);
    expect(await other.since(topic, position)).toMatchObject({ complete: false });
    one.append(topic, '"B",{}');
    await until(() => there.notes.some((note) => note.includes('"B"')), "events again");
  });
});

async function positionOf(log: EventLog, topic: Topic): Promise<Position> {
  const replay = await log.since(topic, null);
  if (replay === "outdated") throw new Error("the audience has changed");
  return replay.position;
}
