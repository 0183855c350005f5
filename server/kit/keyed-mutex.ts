/** Runs work sequentially per key; work of different keys runs concurrently. */
export type KeyedMutex = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Makes a {@link KeyedMutex}. A failure does not affect later work; its error reaches its own caller. */
export function createKeyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const mine = (last.get(key) ?? Promise.resolve()).then(work);
    const settled = mine
      .catch(() => undefined)
      .then(() => {
        if (last.get(key) === settled) last.delete(key);
      });
    last.set(key, settled);
    return mine;
  };
}
