import type pg from "pg";
import { BackupError } from "./backup-error.ts";

/** A table whose rows are kept, as PostgreSQL quotes its name, and its columns but those that it computes. */
export type KeptTable = { name: string; columns: string[] };

/** Tables that the migrations themselves fill: a restore runs them. */
const written = [
  "kit.migration",
  "kit.migration_lock",
  "kit.migration_checksum",
  "kit.migration_step",
  "graphile_worker.migrations",
];

/**
 * Every table of `schemas` whose rows are lasting, in the order of their names. What is unlogged is not: it is empty after
 * each crash of PostgreSQL as well. Throws {@link BackupError} for a kind of table whose rows would be left out.
 */
export async function listTables(client: pg.Client, schemas: readonly string[]): Promise<KeptTable[]> {
  const { rows } = await client.query<KeptTable & { kind: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name, c.relkind::text as kind,
       coalesce((select array_agg(a.attname::text order by a.attnum) from pg_attribute as a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''), '{}') as columns
     from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
     where n.nspname = any ($1) and c.relkind in ('r', 'p', 'f', 'm') and c.relpersistence = 'p'
     order by n.nspname collate "C", c.relname collate "C"`,
    [[...schemas]],
  );
  const other = rows.find(({ kind }) => kind !== "r");
  if (other) throw new BackupError(`${other.name} is a table of a kind that a backup would leave out.`);
  return rows.filter(({ name }) => !written.includes(name)).map(({ name, columns }) => ({ name, columns }));
}

/** A COPY of all columns of a table that are not computed, out or in; as text, which every version of PostgreSQL reads. */
export function copyStatement({ name, columns }: KeptTable, way: "to stdout" | "from stdin"): string {
  const quoted = columns.map((column) => `"${column.replaceAll('"', '""')}"`);
  return `copy ${name} (${quoted.join(", ")}) ${way}`;
}

/** A sequence and the last number it gave; null: none yet. */
export type Sequence = { name: string; last: string | null };

/** The sequences of `schemas`. They are read as they are now: asked in a snapshot, no row of it has a later number. */
export async function listSequences(client: pg.Client, schemas: readonly string[]): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last from pg_sequences
     where schemaname = any ($1) order by 1`,
    [[...schemas]],
  );
  return rows;
}

/** The last migration of the library that runs jobs; 0 without any. */
export async function jobsLevel(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ level: number }>(
    "select coalesce(max(id), 0)::int as level from graphile_worker.migrations",
  );
  return rows[0]?.level ?? 0;
}
