import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Limits } from "#server/kit/http/limits.ts";
import { createLogger } from "#server/kit/log.ts";
import { limitsContract } from "#testing/limits/limits-contract.ts";
import { type RedisServer, redisServer, startRedisServer } from "#testing/redis/redis-server.ts";
import { until } from "#testing/until.ts";
import { redisLimits } from "./redis-limits.ts";
import { openRedis, type Redis } from "./redis.ts";

const log = createLogger("silent");

describe.skipIf(redisServer === null)("limits of several nodes", () => {
  let server: RedisServer;
  let nodes: Redis[];
  let [here, there]: [Limits, Limits] = [noLimits, noLimits];
  const ready = () =>
    until(() => nodes.every(({ status }) => status === "ready"), "both nodes to reach Redis");
  beforeAll(async () => {
    server = await startRedisServer();
    nodes = await Promise.all([openRedis(server.url, log), openRedis(server.url, log)]);
    [here, there] = nodes.map(redisLimits) as [Limits, Limits];
  });
  beforeEach(ready);
  afterAll(async () => {
    for (const node of nodes) node.disconnect();
    await server.close();
  });
  const both = (name: string, tries: number) =>
    [here.create(name, tries, 60), there.create(name, tries, 60)] as const;

  limitsContract(() => here);

  test("a try on one node counts on the other, and so does one that is given back", async () => {
    const [one, other] = both("together", 3);
    expect([await one.take("ana"), await other.take("ana"), await one.take("ana")]).toEqual([
      null,
      null,
      null,
    ]);
    expect(await other.take("ana")).toBeGreaterThan(0);
    expect(await one.blocked("ana")).toBeGreaterThan(0);
    await other.clear("ana");
    expect(await one.take("ana")).toBeNull();
  });

  test("without Redis each node counts on its own and at once; when it is back they count together", async () => {
    const [one, other] = both("alone", 1);
    await one.take("ana");
    await server.kill();
    await until(() => nodes.every(({ status }) => status !== "ready"), "both nodes to notice");
    expect([await one.take("bea"), await other.take("bea")]).toEqual([null, null]);
    expect([await one.take("bea"), await other.blocked("bea")]).toEqual([60, 60]);
    await other.giveBack("bea");
    await one.clear("bea");
    expect([await one.take("bea"), await other.take("bea")]).toEqual([null, null]);
    await server.start();
    await ready();
    expect(await one.take("cleo")).toBeNull();
    expect(await other.take("cleo")).toBeGreaterThan(0);
  });

  test("a Redis that hangs holds nobody up for more than a second, and an emptied one starts over", async () => {
    const [one, other] = both("hanging", 1);
    await server.freeze();
    expect(await one.take("ana")).toBeNull();
    await until(() => nodes[0]?.status !== "ready", "the connection to count as lost");
    expect(await one.take("ana")).toBeGreaterThan(0);
    server.thaw();
    await ready();
    await other.take("bea");
    await server.empty();
    expect(await one.take("bea")).toBeNull();
  });
});

const noLimits: Limits = {
  create: () => {
    throw new Error("limits exist only while tests run");
  },
};
