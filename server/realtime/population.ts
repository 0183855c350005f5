import { addressBlock } from "#server/kit/http/limits.ts";
import type { RealtimeLimits } from "./limits.ts";

/** How many sockets are open: altogether, per address block and per person. */
export type Population = {
  /** Counts one more socket and returns how to uncount it; null when it would be one too many. */
  enter(address: string, userId: number | null): (() => void) | null;
};

type PopulationLimits = Pick<RealtimeLimits, "socketsMax" | "socketsPerAddressMax" | "socketsPerPersonMax">;

/** Makes an empty {@link Population}. */
export function createPopulation(limits: PopulationLimits): Population {
  let total = 0;
  const perAddress = new Map<string, number>();
  const perPerson = new Map<number, number>();
  return {
    enter(caller, userId) {
      const address = addressBlock(caller);
      const isFull =
        total >= limits.socketsMax ||
        (perAddress.get(address) ?? 0) >= limits.socketsPerAddressMax ||
        (userId !== null && (perPerson.get(userId) ?? 0) >= limits.socketsPerPersonMax);
      if (isFull) return null;
      count(1);
      let hasLeft = false;
      return () => {
        if (!hasLeft) count(-1);
        hasLeft = true;
      };

      function count(by: 1 | -1): void {
        total += by;
        add(perAddress, address, by);
        if (userId !== null) add(perPerson, userId, by);
      }
    },
  };
}

function add<Key>(counts: Map<Key, number>, key: Key, by: 1 | -1): void {
  const next = (counts.get(key) ?? 0) + by;
  if (next === 0) counts.delete(key);
  else counts.set(key, next);
}
