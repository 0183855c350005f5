import { sql } from "kysely";
import { type Reader, readRows, type Tx } from "#server/kit/database/database.ts";

/** Keeps a file from being deleted for as long as a holder needs it; repeated, it changes nothing. */
export async function holdFile(tx: Tx, key: string, holder: string): Promise<void> {
  await sql`
    insert into storage.held_file (key, holder) values (${key}, ${holder}) on conflict do nothing`.execute(
    tx,
  );
}

/** These holders need their files no longer: what nothing else has of them is deleted by the next sweep. */
export async function letGoOf(tx: Tx, holders: readonly string[]): Promise<void> {
  await sql`delete from storage.held_file where holder = any (${[...holders]}::text[])`.execute(tx);
}

/** Which of these files somebody holds. */
export async function heldOf(reader: Reader, keys: readonly string[]): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set();
  const rows = await readRows(
    reader,
    sql<{ key: string }>`select distinct key from storage.held_file where key = any (${[...keys]}::text[])`,
  );
  return new Set(rows.map(({ key }) => key));
}
