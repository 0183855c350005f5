import { createHash } from "node:crypto";
import type { Redis } from "./redis.ts";

type Argument = string | number;

/** Lua scripts that Redis runs by their digest. */
export type Scripts<Name extends string> = {
  /** Sends them to Redis, which forgets them when it ends. */
  load(): Promise<void>;
  /** Runs one as it was loaded. Commands of one connection are carried out in the order of these calls. */
  run(name: Name, keys: readonly string[], args: readonly Argument[]): Promise<unknown>;
};

/** Makes the {@link Scripts} of one connection. */
export function redisScripts<Name extends string>(
  redis: Redis,
  texts: Readonly<Record<Name, string>>,
): Scripts<Name> {
  const digests = Object.fromEntries(
    Object.entries<string>(texts).map(([name, text]) => [
      name,
      createHash("sha1").update(text).digest("hex"),
    ]),
  ) as Record<Name, string>;
  return {
    async load() {
      await Promise.all(Object.values<string>(texts).map((text) => redis.script("LOAD", text)));
    },
    run: (name, keys, args) => redis.evalsha(digests[name], keys.length, ...keys, ...args),
  };
}
