import { createKeyedMutex } from "#server/kit/keyed-mutex.ts";

/**
 * Changes of the audience of rooms by this process. `live.room.audience_version` is the version that a room has; who
 * was let in or writes by an older one is turned away by the log of events.
 */
export type Audience = {
  /** Runs changes of one room one after the other. */
  change<T>(slug: string, work: () => Promise<T>): Promise<T>;
  /** Resolves when no change of the room's audience is under way. */
  settled(slug: string): Promise<void>;
};

/** Makes the {@link Audience} of this process. */
export function createAudience(): Audience {
  const inTurn = createKeyedMutex();
  const changing = new Map<string, Promise<unknown>>();
  return {
    change(slug, work) {
      const done = inTurn(slug, work);
      const settled = done
        .catch(() => undefined)
        .then(() => {
          if (changing.get(slug) === settled) changing.delete(slug);
        });
      changing.set(slug, settled);
      return done;
    },
    async settled(slug) {
      await changing.get(slug);
    },
  };
}
