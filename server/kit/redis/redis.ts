import type { Redis, RedisOptions } from "ioredis";
import type { Logger } from "#server/kit/log.ts";

export type { Redis } from "ioredis";

/**
 * No command waits for a Redis that is away: it fails at once, because everything that is kept there has something to go
 * on with meanwhile. One that hangs is noticed within a second.
 */
const settings = {
  // The replies of RESP 3 are maps and sets in places; rate-limiter-flexible reads those of RESP 2.
  protocol: 2,
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  commandTimeout: 500,
  socketTimeout: 1_000,
  connectTimeout: 2_000,
  retryStrategy: (times: number) => Math.min(50 * 2 ** Math.min(times, 5), 1_000),
} satisfies RedisOptions;

/**
 * Opens a connection that reconnects on its own, at most a second after Redis is back. Its client is loaded only here, so
 * that an installation without Redis has none. Resolves at once, whether Redis answers or not.
 */
export async function openRedis(url: string, log: Pick<Logger, "warn" | "info">): Promise<Redis> {
  const { Redis: Client } = await import("ioredis");
  const redis = new Client(url, settings);
  let isAway = false;
  // An `error` event without a listener would end the process; of an outage only the first is reported.
  redis.on("error", (error: Error) => {
    if (!isAway) log.warn({ error: error.message }, "Redis is away");
    isAway = true;
  });
  redis.on("ready", () => {
    if (isAway) log.info("Redis is back");
    isAway = false;
  });
  return redis;
}
