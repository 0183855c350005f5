import { type RateLimiterAbstract, RateLimiterMemory } from "rate-limiter-flexible";

/** Counts tries per key in a sliding window. */
export type Limit = {
  /** Uses up one try; answers the seconds to wait when none is left, else null. */
  take(key: string): Promise<number | null>;
  /** Seconds to wait when no try is left, without using one up; else null. */
  blocked(key: string): Promise<number | null>;
  /** Takes back one try that was used up. */
  giveBack(key: string): Promise<void>;
  /** Forgets the tries of a key. */
  clear(key: string): Promise<void>;
};

/** Makes the limits of an installation. Several nodes count together where theirs are kept in Redis. */
export type Limits = {
  /**
   * `tries` per `windowSeconds` for each key. Throws when there is a limit of that name: two of them would count
   * together where they are shared.
   */
  create(name: string, tries: number, windowSeconds: number): Limit;
};

/** Limits held in this process; a restart forgets them. */
export function memoryLimits(): Limits {
  return limitsBy((_name, points, duration) => new RateLimiterMemory({ points, duration }));
}

/** Limits whose counts are kept by what `limiterOf` makes. */
export function limitsBy(
  limiterOf: (name: string, tries: number, windowSeconds: number) => RateLimiterAbstract,
): Limits {
  const names = new Set<string>();
  return {
    create(name, tries, windowSeconds) {
      if (names.has(name)) throw new Error(`there is a limit named ${name}`);
      names.add(name);
      return limitOf(limiterOf(name, tries, windowSeconds), tries);
    },
  };
}

function limitOf(limiter: RateLimiterAbstract, tries: number): Limit {
  const seconds = (ms: number) => Math.max(1, Math.ceil(ms / 1000));
  return {
    async take(key) {
      try {
        await limiter.consume(key);
        return null;
      } catch (rejection) {
        if (rejection instanceof Error) throw rejection;
        return seconds((rejection as { msBeforeNext: number }).msBeforeNext);
      }
    },
    async blocked(key) {
      const used = await limiter.get(key);
      return used !== null && used.consumedPoints >= tries ? seconds(used.msBeforeNext) : null;
    },
    async giveBack(key) {
      // Never on a window that has ended meanwhile: it would begin another one with a try too many.
      if ((await limiter.get(key)) !== null) await limiter.reward(key);
    },
    async clear(key) {
      await limiter.delete(key);
    },
  };
}

/** The part of an address that one household shares: a whole IPv4 address, the /64 of an IPv6 one. */
export function addressBlock(address: string): string {
  if (!address.includes(":") || address.startsWith("::ffff:")) return address;
  const [head = "", tail] = address.split("::");
  const groups = head.split(":").filter(Boolean);
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(":").filter(Boolean).length;
  return [...groups, ...Array<string>(Math.max(0, missing)).fill("0")].slice(0, 4).join(":");
}
