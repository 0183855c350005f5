import type { Clock } from "#server/kit/clock.ts";
import type { Database } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import type { CardRow } from "./store/models-store.ts";
import {
  deleteWatched,
  insertWatched,
  keepsWatched,
  saveKeepsWatched,
  trimWatched,
  watchedBy,
} from "./store/watched-store.ts";

/** The rooms that each fan has watched lately: for the fan alone, a few, for a month, and only while they keep the list. */
export type Watched = {
  /** A fan watches a model's room. Repeated, it moves up. */
  note(fanId: number, modelId: number): Promise<void>;
  /** `kept`: the fan has not switched the list off. */
  list(fanId: number): Promise<{ rows: CardRow[]; kept: boolean }>;
  empty(fanId: number): Promise<void>;
  /** Switches the list on, or off, which empties it. */
  keep(fanId: number, kept: boolean): Promise<void>;
  /** Forgets what is too old. */
  trim(): Promise<void>;
};

/** Makes the {@link Watched} of a database. */
export function createWatched({ db, clock }: { db: Database; clock: Clock }): Watched {
  return {
    note: (fanId, modelId) => inTransaction(db, (tx) => insertWatched(tx, fanId, modelId, clock.now())),
    async list(fanId) {
      const [rows, kept] = await Promise.all([
        watchedBy(db, { fanId, now: clock.now() }),
        keepsWatched(db, fanId),
      ]);
      return { rows, kept };
    },
    empty: (fanId) => inTransaction(db, (tx) => deleteWatched(tx, fanId)),
    keep: (fanId, kept) => inTransaction(db, (tx) => saveKeepsWatched(tx, fanId, kept, clock.now())),
    trim: () => trimWatched(db, clock.now()),
  };
}
