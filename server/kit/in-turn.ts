/** Does work one after the other for each key; work of different keys goes on side by side. */
export type Turns = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Makes a {@link Turns}. Work that throws does not hinder what comes after it; its error reaches its own caller. */
export function createTurns(): Turns {
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
