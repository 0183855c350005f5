import type { Database, Reader } from "./database.ts";

/**
 * The place where long lists are searched for the rows of a page: the database, or a copy of it that follows a moment
 * behind. The rows found are then read in the database, so that nobody sees something that they may not see any more.
 */
export type ListReads<Mark> = {
  /**
   * Carries out a search. `mark` is what marks the moment (see {@link databaseReads}) whose every commit the search has
   * seen, and later ones perhaps.
   */
  read<Found>(search: (reader: Reader) => Promise<Found>): Promise<{ found: Found; mark: Mark }>;
};

/** Searches the database itself. `takeMark` answers what marks the present moment. */
export function databaseReads<Mark>(db: Database, takeMark: () => Promise<Mark>): ListReads<Mark> {
  return {
    async read(search) {
      // In this order: what is committed in between is in the list and comes after the mark as well.
      const mark = await takeMark();
      return { found: await search(db), mark };
    },
  };
}
