import type { Redis } from "#server/kit/redis/redis.ts";
import { ok, refuse } from "#server/kit/result.ts";
import type { UsedTickets } from "../tickets.ts";

/** The tickets that were used on any node. Without Redis none is let in: no event would reach its socket. */
export function redisUsedTickets(redis: Redis, lifeMs: number): UsedTickets {
  return {
    async claim(nonce) {
      const isFirst = await redis.set(`fanlight:ticket:${nonce}`, 1, "PX", lifeMs, "NX");
      return isFirst === null ? refuse("used") : ok({});
    },
  };
}
