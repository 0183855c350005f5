/** A set of listeners. What one of them throws is reported, and the others still hear. */
export type Listeners<Args extends unknown[]> = {
  /** Adds a listener; the returned function removes it. */
  add(listener: (...args: Args) => void): () => void;
  tell(...args: Args): void;
};

/** Lets the environment treat `error` like any uncaught one. */
export function throwLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}

export function createListeners<Args extends unknown[]>(report: (error: unknown) => void): Listeners<Args> {
  const listeners = new Set<{ hear: (...args: Args) => void }>();
  return {
    add(hear) {
      const entry = { hear };
      listeners.add(entry);
      return () => void listeners.delete(entry);
    },
    tell(...args) {
      for (const { hear } of listeners) {
        try {
          hear(...args);
        } catch (error) {
          report(error);
        }
      }
    },
  };
}
