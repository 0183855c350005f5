import { createTurns } from "#server/kit/in-turn.ts";

/** Which audience a room has now, and whether it is just being changed. */
export type Audiences = {
  /** Changes the audience of a room, one change after the other. `turned` is called once the old one may hear no more. */
  change<T>(slug: string, work: (turned: () => void) => Promise<T>): Promise<T>;
  /** Resolves when no change of the room's audience is under way. */
  settled(slug: string): Promise<void>;
  /** Numbers the audiences of a room: another number means another audience. */
  at(slug: string): number;
};

/** Makes the {@link Audiences} of this process. */
export function createAudiences(): Audiences {
  const inTurn = createTurns();
  const numbers = new Map<string, number>();
  const changing = new Map<string, Promise<unknown>>();
  const at = (slug: string) => numbers.get(slug) ?? 0;
  return {
    at,
    change(slug, work) {
      const done = inTurn(slug, () => work(() => void numbers.set(slug, at(slug) + 1)));
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
