import { onTestFinished } from "vitest";
import { systemClock } from "#server/kit/clock.ts";
import { createLogger } from "#server/kit/log.ts";
import { openRedis } from "#server/kit/redis/redis.ts";
import type { RealtimeOptions } from "#server/realtime/realtime.ts";
import { sharedRealtime } from "#server/realtime/redis/shared.ts";
import { until } from "../until.ts";
import { type HubFixture, startHub } from "./start-hub.ts";

const log = createLogger("silent");

/** A hub as one of several nodes on a Redis, for the test that runs. */
export async function startHubNode(url: string, options: Partial<RealtimeOptions> = {}): Promise<HubFixture> {
  const redis = await openRedis(url, log);
  const shared = sharedRealtime(redis, { clock: systemClock, log });
  const hub = await startHub({ ...shared, ...options });
  onTestFinished(async () => {
    await hub.close();
    redis.disconnect();
  });
  await until(() => shared.eventLog.isUp(), "the node to be up");
  return hub;
}
