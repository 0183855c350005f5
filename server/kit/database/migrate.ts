import { type Kysely, sql } from "kysely";
import { type Migration, type MigrationResultSet, Migrator } from "kysely/migration";
import { adoptBaseline } from "./adopt-baseline.ts";
import { isBackedUp } from "./backup-lock.ts";
import type { Database } from "./database.ts";
import { type AppliedMigration, MigrationError, readHistory } from "./history.ts";
import type { DatabaseLog } from "./log.ts";
import { type MigrationFile, readMigrationFiles } from "./migration-files.ts";
import { locksOf } from "./migration-locks.ts";
import { allowingStatements } from "./pool.ts";

/** Another node may hold the lock for as long as all of its migrations take. */
export const waitMsMax = 3_600_000;

/**
 * Applies every migration that the database has not seen, all of them in one transaction under an advisory lock, so that
 * nodes may start together: the others wait for it, an hour at most. A module may add a lower number than another has
 * already used. Before any of them runs it is logged what each locks of the tables that are there. A database of release 0.1 is adopted: see {@link adoptBaseline}. Answers the names applied. Throws
 * {@link MigrationError} when that release has not brought it up to date (`too_old`), when a backup is being made of a
 * database that has to change (`backup_runs`), when an applied file was edited
 * afterwards (`changed`), when the database knows migrations that this program does not (`other_version`), or when SQL
 * failed (`failed`).
 */
export async function migrate(
  db: Database,
  options: { log: DatabaseLog; files?: MigrationFile[] },
): Promise<string[]> {
  const files = options.files ?? readMigrationFiles();
  if (await adoptBaseline(db, files))
    options.log.info({}, "the database of release 0.1 goes on as one of this release");
  const history = await readHistory(db);
  assertHistoryMatches(history, files);
  const seen = new Set(history.map(({ name }) => name));
  const pending = history.length === 0 ? [] : files.filter(({ name }) => !seen.has(name));
  if (pending.length > 0 && (await isBackedUp(db)))
    throw new MigrationError(
      "backup_runs",
      "a backup of this database is being made, which a change of its tables would wait for, and all others for that: start this version when it has ended",
    );
  for (const locks of locksOf(pending))
    options.log.info(locks, "this migration begins; what it locks stays locked until the last one is done");
  const { error, results = [] } = await allowingStatements(waitMsMax, () =>
    db.connection().execute((connection) => run(connection, files)),
  );
  if (error) throw failure(error, results.find((result) => result.status === "Error")?.migrationName);
  const applied = results.map((result) => result.migrationName);
  if (applied.length > 0) options.log.info({ applied }, "the database schema was brought up to date");
  return applied;
}

/** Runs on a connection of its own, so that what is set for it stays there. Never rejects because of a migration. */
async function run(connection: Database, files: MigrationFile[]): Promise<MigrationResultSet> {
  const migrator = new Migrator({
    db: connection,
    provider: {
      getMigrations: async () => Object.fromEntries(files.map((file) => [file.name, toMigration(file)])),
    },
    migrationTableSchema: "kit",
    migrationTableName: "migration",
    migrationLockTableName: "migration_lock",
    allowUnorderedMigrations: true,
  });
  await sql`set statement_timeout = ${sql.lit(waitMsMax)}`.execute(connection);
  const outcome = await migrator.migrateToLatest();
  await sql`reset statement_timeout`.execute(connection);
  return outcome;
}

function toMigration(file: MigrationFile): Migration {
  return {
    async up(tx: Kysely<unknown>) {
      // Changing a large table may take longer than any request is allowed to.
      await sql`set local statement_timeout = '10min'`.execute(tx);
      await sql.raw(file.sql).execute(tx);
      await sql`create table if not exists kit.migration_checksum (name text primary key, checksum text not null)`.execute(
        tx,
      );
      await sql`insert into kit.migration_checksum values (${file.name}, ${file.checksum})`.execute(tx);
    },
  };
}

function assertHistoryMatches(history: readonly AppliedMigration[], files: readonly MigrationFile[]): void {
  const known = new Map(files.map((file) => [file.name, file.checksum]));
  for (const { name, checksum } of history) {
    const expected = known.get(name);
    if (expected === undefined) {
      throw new MigrationError(
        "other_version",
        `the database was made by another version of Fanlight: it knows migration ${name}, this program does not`,
      );
    }
    if (expected !== checksum) {
      throw new MigrationError(
        "changed",
        `migration ${name} was changed after it had been applied to this database`,
      );
    }
  }
}

function failure(error: unknown, name = "(before the first)"): MigrationError {
  const reason = error instanceof Error ? error.message : String(error);
  return new MigrationError("failed", `migration ${name} failed: ${reason}`, { cause: error });
}
