/** `fetch` that knows what it is waiting for. */
export type WatchedFetch = {
  fetch: typeof fetch;
  /** Resolves when every call so far, and those that follow from their answers at once, have been answered. */
  quiet(): Promise<void>;
};

/** A {@link WatchedFetch} that has sent nothing yet. */
export function watchedFetch(): WatchedFetch {
  const underWay = new Set<Promise<unknown>>();
  return {
    fetch(input, init) {
      const call = fetch(input, init);
      const settled = call.catch(() => undefined).finally(() => underWay.delete(settled));
      underWay.add(settled);
      return call;
    },
    async quiet() {
      // The caller reads the answer's body after the call has resolved.
      for (let turn = 0; turn < 3; turn++) {
        while (underWay.size > 0) await Promise.all(underWay);
        await new Promise<void>((resolve) => setImmediate(resolve));
      }
    },
  };
}
