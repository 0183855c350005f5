import { randomUUID } from "node:crypto";
import type { Clock } from "#server/kit/clock.ts";
import type { Logger } from "#server/kit/log.ts";
import type { Redis } from "#server/kit/redis/redis.ts";
import { redisScripts } from "#server/kit/redis/scripts.ts";
import { type FeedEntry, startFeed } from "./feed.ts";
import { logScripts } from "./log-scripts.ts";
import { presenceScripts } from "./presence-scripts.ts";

const scripts = { ...logScripts, ...presenceScripts } as const;
export type BusScript = keyof typeof scripts;

/** The messages between a node and the others: each sends by scripts, and all read one feed in one order. */
export type Bus = {
  /** The name by which the others know this node, new with each start. */
  readonly node: string;
  isUp(): boolean;
  /** Runs a script; rejects while Redis is away or has lost what it had. */
  send(script: BusScript, ...args: (string | number)[]): Promise<unknown>;
  /** Resolves when everything up to this number of the feed has been handled. */
  reached(count: number): Promise<void>;
  /** Sets who handles the entries of a kind. */
  on(kind: string, handle: (entry: FeedEntry) => void): void;
  /** Calls back when Redis can be used, for the first time or again. */
  onUp(listener: () => void): void;
  /** Calls back when entries were missed, or may have been. */
  onLost(listener: () => void): void;
  stop(): Promise<void>;
};

type BusNeeds = { redis: Redis; clock: Clock; log: Pick<Logger, "warn"> };

/** The name that all keys are below. */
const base = "fanlight:events";

/** Joins the nodes on a Redis. */
export function openBus({ redis, clock, log }: BusNeeds): Bus {
  const own = redisScripts(redis, scripts);
  const handlers = new Map<string, (entry: FeedEntry) => void>();
  const upListeners: (() => void)[] = [];
  const lostListeners: (() => void)[] = [];
  const call = (listeners: readonly (() => void)[]) => {
    for (const listener of listeners) listener();
  };
  const feed = startFeed({
    scripts: (connection) => redisScripts(connection, scripts),
    ...{ redis, base, clock, log },
    handle: (entry) => handlers.get(entry.kind ?? "")?.(entry),
    begun: () => call(upListeners),
    lost: () => call(lostListeners),
  });
  return {
    node: randomUUID(),
    isUp: () => feed.server() !== null,
    async send(script, ...args) {
      const server = feed.server();
      if (server === null) throw new Error("Redis is away");
      try {
        const answer = await own.run(script, [base], [server, ...args]);
        if (answer !== null) return answer;
      } catch (error) {
        if (!String(error).includes("NOSCRIPT")) throw error;
      }
      feed.begin();
      throw new Error("Redis has lost the events");
    },
    reached: feed.reached,
    on: (kind, handle) => void handlers.set(kind, handle),
    onUp: (listener) => void upListeners.push(listener),
    onLost: (listener) => void lostListeners.push(listener),
    stop: feed.stop,
  };
}
