import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { revokeEverySession } from "#server/identity/identity.ts";
import { readRows } from "#server/kit/database/database.ts";
import { schemasOf } from "#server/kit/database/grant.ts";
import { silentLog } from "#server/kit/database/log.ts";
import { migrate } from "#server/kit/database/migrate.ts";
import { type MigrationFile, readMigrationFiles } from "#server/kit/database/migration-files.ts";
import { contentsOf, isHalfRestored, markRestore, unmarkRestore } from "#server/kit/database/restore-mark.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { installJobs, releaseAllWork } from "#server/kit/jobs.ts";
import { claimSchema } from "#server/kit/prepare-schema.ts";
import type { Files } from "#server/storage/storage.ts";
import { type AuditReport, createWallet } from "#server/wallet/wallet.ts";
import { BackupError } from "./backup-error.ts";
import type { CheckedBackup } from "./check-backup.ts";
import { loadDatabase } from "./load-database.ts";
import { asOwner, type Owner, ownerName } from "./owner.ts";
import { assertNoFiles, restoreFiles } from "./restore-files.ts";
import { jobsLevel } from "./tables.ts";

export type RestoreNeeds = {
  /** The empty database, as the role that shall own its tables. */
  url: string;
  /** Where files are stored, and whether that is a bucket. */
  files: Files;
  filesKind: "disk" | "bucket";
  /** Whether files that are damaged or missing are left out. */
  leaveOut: boolean;
  /** How long it waits for others to leave the database: the connections of a process that was killed a moment ago. */
  patienceMs?: number;
};

export type Restored = {
  audit: AuditReport;
  tokens: Record<string, number>;
  /** The migrations that came after the backup. */
  migrated: string[];
  sessionsEnded: number;
  /** Keys of files that were left out. */
  missing: string[];
};

/**
 * Puts a backup into an empty database and an empty storage, brings its tables up to date, ends every session, gives back
 * the work that was under way, and audits the ledger. Until the end the database is marked: the product does not start
 * on what a broken restore has left, and the next one begins again. Throws {@link BackupError}.
 */
export async function restoreBackup(backup: CheckedBackup, needs: RestoreNeeds): Promise<Restored> {
  const { manifest, folder } = backup;
  if (manifest.files.kind === "bucket" && needs.filesKind === "disk" && manifest.files.count > 0)
    throw new BackupError(
      `the files of ${folder} lie in the bucket ${manifest.files.bucket ?? ""}: give the S3_ settings.`,
    );
  return asOwner(needs.url, (owner) => restoreInto(owner, backup, needs));
}

async function restoreInto(
  owner: Owner,
  backup: CheckedBackup,
  { files, leaveOut, patienceMs }: RestoreNeeds,
): Promise<Restored> {
  const { manifest, folder } = backup;
  await assertAlone(owner, patienceMs);
  await emptyDatabase(owner, manifest.files.kind === "disk" ? files : null);
  const missing = await restoreFiles(backup, files, leaveOut);
  const all = readMigrationFiles();
  await makeTables(owner, backup, all);
  await loadDatabase(owner.client, folder, manifest, schemasOf(all));
  const migrated = await migrate(owner.db, { log: silentLog, files: all });
  const sessionsEnded = await inTransaction(owner.db, (tx) => revokeEverySession(tx, new Date()));
  await releaseAllWork(owner.db);
  const wallet = createWallet();
  const [audit, tokens] = await inTransaction(owner.db, async (tx) => [
    await wallet.audit(tx),
    await wallet.totals(tx),
  ]);
  await owner.client.query("analyze");
  await unmarkRestore(owner.db);
  return { audit, tokens, migrated, sessionsEnded, missing };
}

/** Keeps every start and other restore away. Throws {@link BackupError} while somebody is connected to the database. */
async function assertAlone({ db, client }: Owner, patienceMs = 10_000): Promise<void> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const [other] = await readRows(
      db,
      sql<{ name: string }>`
        select coalesce(nullif(application_name, ''), usename::text) as name from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()
          and coalesce(backend_type, 'client backend') = 'client backend' and application_name <> ${ownerName}
        limit 1`,
    );
    if (!other && (await claimSchema(client))) return;
    if (performance.now() > until)
      throw new BackupError(
        `"${other?.name ?? ownerName}" is connected to this database: stop the product first.`,
      );
    await pause(200);
  }
}

/** Marks an empty database, or empties one that is marked. `files`: where none may be stored. Throws {@link BackupError}. */
async function emptyDatabase({ db }: Owner, files: Files | null): Promise<void> {
  if (await isHalfRestored(db)) {
    for (const schema of schemasOf(readMigrationFiles()))
      await sql`drop schema if exists ${sql.id(schema)} cascade`.execute(db);
    return;
  }
  const found = await contentsOf(db);
  if (found.length > 0)
    throw new BackupError(
      `the database is not empty, it has ${found[0]}: a backup is restored into an empty one.`,
    );
  if (files) await assertNoFiles(files);
  await markRestore(db);
}

async function makeTables(
  { db, client }: Owner,
  { manifest }: CheckedBackup,
  all: readonly MigrationFile[],
): Promise<void> {
  const applied = new Set(manifest.migrations.map(({ name }) => name));
  await migrate(db, { log: silentLog, files: all.filter(({ name }) => applied.has(name)) });
  await installJobs(db);
  const jobs = await jobsLevel(client);
  if (jobs !== manifest.jobs)
    throw new BackupError(
      `the jobs of the backup are of form ${manifest.jobs}, this program's of form ${jobs}: restore it with Fanlight ${manifest.version}, and upgrade then.`,
    );
}
