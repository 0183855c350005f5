import { RateLimiterMemory, RateLimiterRedis } from "rate-limiter-flexible";
import { type Limits, limitsBy } from "#server/kit/http/limits.ts";
import type { Redis } from "./redis.ts";

/**
 * Limits that all nodes count together. While Redis is away each node counts on its own, beginning at nothing: a
 * guesser then has as many tries more as there are nodes, and nobody else is refused.
 */
export function redisLimits(storeClient: Redis): Limits {
  return limitsBy((name, points, duration) => {
    const keyPrefix = `fanlight:limit:${name}`;
    return new RateLimiterRedis({
      ...{ storeClient, keyPrefix, points, duration },
      rejectIfRedisNotReady: true,
      insuranceLimiter: new RateLimiterMemory({ keyPrefix, points, duration }),
    });
  });
}
