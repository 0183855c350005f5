/** Runs work, so much of it at once; what is more waits its turn, in the order in which it came. */
export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>;

/** Makes a {@link ConcurrencyLimit}. A failure reaches its own caller and lets the next one begin. */
export function createConcurrencyLimit(max: number): ConcurrencyLimit {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    // The next caller takes over the place of the one who leaves, so that nobody slips in between.
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
