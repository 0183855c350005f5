import { sql } from "kysely";
import { type Database, type Reader, readRows } from "./database.ts";

/**
 * A schema that a restore makes first, in an empty database, and takes away last. A database that has it holds nothing but what a
 * restore has put there so far: the product does not start on it, and the next restore begins again.
 */
const schema = "fanlight_restore";

/** Whether a restore of this database has begun and not ended. */
export async function isHalfRestored(reader: Reader): Promise<boolean> {
  const found = await readRows(reader, sql`select from pg_namespace where nspname = ${schema}`);
  return found.length > 0;
}

export async function markRestore(owner: Database): Promise<void> {
  await sql`create schema ${sql.id(schema)}`.execute(owner);
}

export async function unmarkRestore(owner: Database): Promise<void> {
  await sql`drop schema ${sql.id(schema)}`.execute(owner);
}

/** The tables, views and sequences of this database that are nobody's but its users', as `schema.name`; the first twenty. */
export async function contentsOf(reader: Reader): Promise<string[]> {
  const found = await readRows(
    reader,
    sql<{ name: string }>`
      select n.nspname || '.' || c.relname as name from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
      where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and c.relkind in ('r', 'p', 'f', 'm', 'v', 'S')
        and not exists (select from pg_depend as d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
      order by 1 limit 20`,
  );
  return found.map(({ name }) => name);
}
