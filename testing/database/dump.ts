import { sql } from "kysely";
import { type Database, readRows } from "#server/kit/database/database.ts";

/** Every row of every table of the product as text, one a line, each begun with its table: `schema.table (…)`. */
export async function dump(db: Database): Promise<string> {
  const tables = await readRows<{ name: string }>(
    db,
    sql`select format('%I.%I', table_schema, table_name) as name from information_schema.tables
         where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const lines: string[] = [];
  for (const { name } of tables) {
    const rows = await readRows<{ row: string }>(db, sql`select t::text as row from ${sql.raw(name)} t`);
    lines.push(...rows.map(({ row }) => `${name} ${row}`));
  }
  return lines.join("\n");
}

/** Everywhere in the database where a text stands, as `schema.table`. */
export async function tablesContaining(db: Database, text: string): Promise<string[]> {
  const tables = await readRows(
    db,
    sql<{ name: string }>`
      select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const places: string[] = [];
  for (const { name } of tables) {
    const found = sql<{ n: number }>`
      select count(*)::int as n from ${sql.raw(name)} as t where t::text ilike ${`%${text}%`}`;
    if ((await readRows(db, found))[0]?.n) places.push(name);
  }
  return places.sort();
}
