import { sql } from "kysely";
import { type Reader, readRows } from "./database.ts";

/** Any number that no other advisory lock of the product uses. A process that makes a backup holds it; see {@link isBackedUp}. */
export const backupLock = 7_104_004;

/**
 * Whether a backup of this database is being made. It keeps every table as it is until its end: a migration would wait for
 * it, and everybody else for the migration.
 */
export async function isBackedUp(reader: Reader): Promise<boolean> {
  const held = await readRows(
    reader,
    sql`select from pg_locks
      where locktype = 'advisory' and granted and objid = ${sql.lit(backupLock)} and objsubid = 1 and classid = 0
        and database = (select oid from pg_database where datname = current_database())`,
  );
  return held.length > 0;
}
