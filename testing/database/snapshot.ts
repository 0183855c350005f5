import { sql } from "kysely";
import type { Database, Reader } from "#server/kit/database/database.ts";
import type { ListReads } from "#server/kit/database/list-reads.ts";

/** Searches that see the database as it is now, whatever changes later, as a copy does that is behind. */
export async function readsOfNow<Mark>(
  db: Database,
  mark: Mark,
): Promise<{ lists: ListReads<Mark>; end(): Promise<void> }> {
  const snapshot = await db.startTransaction().setIsolationLevel("repeatable read").execute();
  // The first statement is what a snapshot is taken for.
  await sql`select 1`.execute(snapshot);
  return {
    lists: { read: async (search) => ({ found: await search(snapshot as unknown as Reader), mark }) },
    end: () => snapshot.rollback().execute(),
  };
}
