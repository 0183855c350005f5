import { createKeyedMutex } from "#server/kit/keyed-mutex.ts";
import type { RoomRow } from "./store/rooms-store.ts";

/**
 * Changes of the audience of this process's rooms. `live.room.audience_version` says which audience a room has; what is
 * known of it here is as new as the last change that this process made.
 */
export type Audience = {
  /** Runs changes of one room one after the other. `changed` is called with the new version, before anybody of the old audience is cut. */
  change<T>(slug: string, work: (changed: (version: number) => void) => Promise<T>): Promise<T>;
  /** Resolves when no change of the room's audience is under way. */
  settled(slug: string): Promise<void>;
  /** Is the room's audience still the one that it had when this row was read? */
  isStill(room: Pick<RoomRow, "slug" | "audience_version">): boolean;
};

/** Makes the {@link Audience} of this process. */
export function createAudience(): Audience {
  const inTurn = createKeyedMutex();
  const newest = new Map<string, number>();
  const changing = new Map<string, Promise<unknown>>();
  return {
    change(slug, work) {
      const done = inTurn(slug, () => work((version) => void newest.set(slug, version)));
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
    isStill: ({ slug, audience_version }) => (newest.get(slug) ?? 0) <= audience_version,
  };
}
