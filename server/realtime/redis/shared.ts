import type { Clock } from "#server/kit/clock.ts";
import type { Logger } from "#server/kit/log.ts";
import type { Redis } from "#server/kit/redis/redis.ts";
import { ok, refuse } from "#server/kit/result.ts";
import { defaultLimits } from "../limits.ts";
import type { RealtimeOptions } from "../realtime.ts";
import type { UsedTickets } from "../tickets.ts";
import { openBus } from "./bus.ts";
import { redisLog } from "./redis-log.ts";
import { redisPresence } from "./redis-presence.ts";

/** The state that the realtime sockets of several nodes share. */
export function sharedRealtime(
  redis: Redis,
  { clock, log }: { clock: Clock; log: Pick<Logger, "warn" | "error"> },
): Required<Pick<RealtimeOptions, "eventLog" | "usedTickets" | "presence">> {
  const bus = openBus({ redis, clock, log });
  const report = (err: unknown) => log.error({ err }, "presence was not shared with the other nodes");
  return {
    eventLog: redisLog({ bus, clock, limits: defaultLimits }),
    presence: redisPresence({ bus, clock, report }),
    usedTickets: redisUsedTickets(redis, defaultLimits.ticketLifeMs),
  };
}

/** The tickets that were used on any node. Without Redis none is let in: no event would reach its socket. */
function redisUsedTickets(redis: Redis, lifeMs: number): UsedTickets {
  return {
    async claim(nonce) {
      const isFirst = await redis.set(`fanlight:ticket:${nonce}`, 1, "PX", lifeMs, "NX");
      return isFirst === null ? refuse("used") : ok({});
    },
  };
}
