import type { Database, Reader } from "./database.ts";

/**
 * Where long lists are searched for what stands on a page: in the database, or in a copy of it that follows a moment
 * behind. What is shown of the places found is read in the database, as nobody may see what is no longer theirs to see.
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
