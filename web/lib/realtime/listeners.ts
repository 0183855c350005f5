/** A set of listeners. An error that one of them throws is reported, and the others are still called. */
export type Listeners<Args extends unknown[]> = {
  /** Adds a listener; the returned function removes it. */
  add(listener: (...args: Args) => void): () => void;
  emit(...args: Args): void;
};

/** Lets the environment treat `error` like any uncaught one. */
export function throwLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}

export function createListeners<Args extends unknown[]>(report: (error: unknown) => void): Listeners<Args> {
  const listeners = new Set<{ handle: (...args: Args) => void }>();
  return {
    add(handle) {
      const entry = { handle };
      listeners.add(entry);
      return () => void listeners.delete(entry);
    },
    emit(...args) {
      for (const { handle } of listeners) {
        try {
          handle(...args);
        } catch (error) {
          report(error);
        }
      }
    },
  };
}
