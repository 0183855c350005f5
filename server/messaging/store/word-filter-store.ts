import { sql } from "kysely";
import { type Reader, readRows, type Tx } from "#server/kit/database/database.ts";
import type { MessagingTables } from "./tables.ts";

/** The filtered words of each of these people who has any. */
export async function filtersOf(
  reader: Reader,
  people: readonly number[],
): Promise<Map<number, readonly string[]>> {
  if (people.length === 0) return new Map();
  const rows = await readRows(
    reader,
    sql<{ person_id: number; words: string[] }>`
      select person_id, words from messaging.word_filter where person_id = any (${people}::bigint[])`,
  );
  return new Map(rows.map(({ person_id, words }) => [person_id, words]));
}

/** Replaces the filtered words of somebody; none: there is no row. */
export async function storeFilter(
  tx: Tx,
  personId: number,
  words: readonly string[],
  at: Date,
): Promise<void> {
  const filters = tx.$extendTables<MessagingTables>();
  if (words.length === 0) {
    await filters.deleteFrom("messaging.word_filter").where("person_id", "=", personId).execute();
    return;
  }
  const filter = { words: [...words], changed_at: at };
  await filters
    .insertInto("messaging.word_filter")
    .values({ person_id: personId, ...filter })
    .onConflict((conflict) => conflict.column("person_id").doUpdateSet(filter))
    .execute();
}
