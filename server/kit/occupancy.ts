export type OccupancyLimits = {
  /** Slots per key. */
  perKeyMax: number;
  /** Slots in all. */
  max?: number;
};

/** Counted slots: connections of an address, messages of a room in flight. */
export type Occupancy = {
  /** Takes a slot and returns its release, which may be called more than once; null when none is free. */
  enter(key: string): (() => void) | null;
  count(key: string): number;
};

/** Makes an {@link Occupancy} with every slot free. */
export function createOccupancy({ perKeyMax, max = Number.POSITIVE_INFINITY }: OccupancyLimits): Occupancy {
  const taken = new Map<string, number>();
  let total = 0;
  const count = (key: string) => taken.get(key) ?? 0;

  function change(key: string, by: 1 | -1): void {
    total += by;
    const now = count(key) + by;
    if (now === 0) taken.delete(key);
    else taken.set(key, now);
  }

  return {
    count,
    enter(key) {
      if (total >= max || count(key) >= perKeyMax) return null;
      change(key, 1);
      let hasLeft = false;
      return () => {
        if (!hasLeft) change(key, -1);
        hasLeft = true;
      };
    },
  };
}
