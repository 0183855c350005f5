import { sql } from "kysely";
import type pg from "pg";
import { backupLock } from "#server/kit/database/backup-lock.ts";
import { type Database, type Tx } from "#server/kit/database/database.ts";
import { BackupError } from "./backup-error.ts";
import { type KeptTable, listTables } from "./tables.ts";

/** One moment of the database, for as long as its transaction lives. */
export type Snapshot = { id: string; moment: string; postgres: string; tables: KeptTable[] };

/** Lets one backup at a time be made of a database, until its connection ends. Throws {@link BackupError}. */
export async function claimBackup(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ got: boolean }>("select pg_try_advisory_lock($1) as got", [
    backupLock,
  ]);
  if (!rows[0]?.got) throw new BackupError("another backup of this database is being made; wait for it.");
}

/**
 * Begins a transaction that sees one moment, with every table locked against changes of its columns: reading and writing of
 * rows goes on. Throws {@link BackupError} when the tables changed meanwhile. The caller ends it.
 */
export async function beginSnapshot(client: pg.Client, schemas: readonly string[]): Promise<Snapshot> {
  const before = await listTables(client, schemas);
  if (before.length === 0) throw new BackupError("this database holds nothing of Fanlight's.");
  await client.query("begin isolation level repeatable read read only");
  // The first statement that reads decides on the moment; a lock does not read.
  await client.query(`lock table ${before.map(({ name }) => name).join(", ")} in access share mode`);
  const { rows } = await client.query<Omit<Snapshot, "tables">>(
    `select pg_export_snapshot() as id, current_setting('server_version') as postgres,
       to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as moment`,
  );
  const tables = await listTables(client, schemas);
  if (!rows[0] || JSON.stringify(tables) !== JSON.stringify(before))
    throw new BackupError("the tables were changed meanwhile, by a start of another version; try again.");
  return { ...rows[0], tables };
}

/** Reads the moment of a snapshot by the product's own queries, while it lives. */
export function readSnapshot<Read>(
  db: Database,
  { id }: Snapshot,
  work: (tx: Tx) => Promise<Read>,
): Promise<Read> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (tx) => {
      await sql`set transaction snapshot ${sql.lit(id)}`.execute(tx);
      return work(tx);
    });
}
