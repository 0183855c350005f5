import type pg from "pg";
import { copyIn } from "#server/kit/database/copy.ts";
import { BackupError } from "./backup-error.ts";
import type { Manifest } from "./manifest.ts";
import { readPart } from "./parts.ts";
import { copyStatement, listTables } from "./tables.ts";

/**
 * Fills the tables, which are as they were at the backup and hold nothing of anybody, in one transaction. Triggers rest
 * meanwhile: what they guard and count was guarded and counted when it was first written. References are checked at the end, all
 * at once. Throws {@link BackupError} for tables that are not those of the backup.
 */
export async function loadDatabase(
  client: pg.Client,
  folder: string,
  manifest: Manifest,
  schemas: readonly string[],
): Promise<void> {
  await client.query("begin");
  await assertSameTables(client, manifest, schemas);
  const names = manifest.tables.map(({ name }) => name);
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  // What migrations have put into them is in the backup as well, as it became.
  await client.query(`truncate ${names.join(", ")}`);
  const references = await listReferences(client, schemas);
  for (const { table, name } of references)
    await client.query(`alter table ${table} drop constraint ${name}`);
  for (const table of manifest.tables) {
    const rows = await copyIn(client, copyStatement(table, "from stdin"), readPart(folder, table.part));
    if (rows !== table.rows)
      throw new BackupError(`${table.name} has ${rows} rows in the backup, the manifest says ${table.rows}.`);
  }
  // An altered table may have no check of its rows waiting.
  await client.query("set constraints all immediate");
  for (const { name, last } of manifest.sequences)
    await (last === null
      ? client.query(`alter sequence ${name} restart`)
      : client.query("select setval($1::regclass, $2, true)", [name, last]));
  for (const { table, name, definition } of references)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  for (const name of names) await client.query(`alter table ${name} enable trigger user`);
  await client.query("commit");
}

async function assertSameTables(client: pg.Client, manifest: Manifest, schemas: readonly string[]) {
  const lines = (tables: readonly { name: string; columns: string[] }[]) =>
    new Set(tables.map(({ name, columns }) => `${name} (${columns.join(", ")})`));
  const [here, there] = [lines(await listTables(client, schemas)), lines(manifest.tables)];
  const other = [...here].find((line) => !there.has(line)) ?? [...there].find((line) => !here.has(line));
  if (other)
    throw new BackupError(
      `the tables of the backup are not those of this program: ${other}. Restore it with Fanlight ${manifest.version}, and upgrade then.`,
    );
}

async function listReferences(client: pg.Client, schemas: readonly string[]) {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(k.oid) as definition
     from pg_constraint as k join pg_namespace as n on n.oid = k.connamespace
     where k.contype = 'f' and n.nspname = any ($1) order by 1, 2`,
    [[...schemas]],
  );
  return rows;
}
