import { type Kysely, sql } from "kysely";
import { type Migration, type MigrationResultSet, Migrator } from "kysely/migration";
import { adoptBaseline } from "./adopt-baseline.ts";
import { isBackedUp } from "./backup-lock.ts";
import type { Database, Reader } from "./database.ts";
import { type AppliedMigration, MigrationError, readHistory } from "./history.ts";
import type { DatabaseLog } from "./log.ts";
import { type MigrationFile, readMigrationFiles } from "./migration-files.ts";
import { locksOf } from "./migration-locks.ts";
import { allowingStatements } from "./pool.ts";
import { holdingStepsLock, runSteps } from "./run-steps.ts";

/** Another node may hold the lock for as long as all of its migrations take. */
export const waitMsMax = 3_600_000;

/**
 * Applies every migration that the database has not seen, all of them in one transaction under an advisory lock, so that
 * nodes may start together: the others wait for it, an hour at most. Where one runs in steps ({@link runSteps}), those
 * before it are one transaction, and those after it another. A module may add a lower number than another has already used.
 * Before a transaction begins it is logged what each of its migrations locks of the tables that are there. A database of
 * release 0.1 is adopted: see {@link adoptBaseline}. Answers the names applied. Throws
 * {@link MigrationError} when that release has not brought it up to date (`too_old`), when a backup is being made of a
 * database that has to change (`backup_runs`), when an applied file was edited
 * afterwards (`changed`), when the database knows migrations that this program does not (`other_version`), or when SQL
 * failed (`failed`).
 */
export async function migrate(
  db: Database,
  options: { log: DatabaseLog; files?: MigrationFile[] },
): Promise<string[]> {
  const { log } = options;
  const files = options.files ?? readMigrationFiles();
  if (await adoptBaseline(db, files))
    log.info({}, "the database of release 0.1 goes on as one of this release");
  const pending = await pendingOf(db, files);
  const applied = await allowingStatements(waitMsMax, () =>
    db.connection().execute(async (connection) => {
      await sql`set statement_timeout = ${sql.lit(waitMsMax)}`.execute(connection);
      try {
        return pending.some(({ inSteps }) => inSteps)
          ? await applyInParts(connection, files, log)
          : await apply(connection, files, pending, log);
      } finally {
        await sql`reset statement_timeout`.execute(connection);
      }
    }),
  );
  if (applied.length > 0) log.info({ applied }, "the database schema was brought up to date");
  return applied;
}

/** The migrations that the database has not seen. */
async function pendingOf(db: Reader, files: readonly MigrationFile[]): Promise<MigrationFile[]> {
  const history = await readHistory(db);
  assertHistoryMatches(history, files);
  const seen = new Set(history.map(({ name }) => name));
  return files.filter(({ name }) => !seen.has(name));
}

/** Applies those before each migration of steps, that one, and those after it, while no other node does the same. */
function applyInParts(connection: Database, files: MigrationFile[], log: DatabaseLog): Promise<string[]> {
  return holdingStepsLock(connection, waitMsMax, async () => {
    // Who held the lock before may have applied them.
    const pending = await pendingOf(connection, files);
    const later = new Set(pending);
    const applied: string[] = [];
    for (const part of partsOf(pending)) {
      for (const file of part) later.delete(file);
      const known = files.filter((file) => !later.has(file));
      applied.push(...(await apply(connection, known, part, log)));
    }
    return applied;
  });
}

/** In their order: each that runs in steps alone, and those between together. */
function partsOf(pending: readonly MigrationFile[]): MigrationFile[][] {
  const parts: MigrationFile[][] = [];
  for (const file of pending) {
    const last = parts.at(-1);
    if (last && !file.inSteps && !last[0]?.inSteps) last.push(file);
    else parts.push([file]);
  }
  return parts;
}

/** Applies `part`, which is what the database has not seen of `known`. Answers the names, which may be another node's by then. */
async function apply(
  connection: Database,
  known: readonly MigrationFile[],
  part: readonly MigrationFile[],
  log: DatabaseLog,
): Promise<string[]> {
  if (part.length > 0 && (await isBackedUp(connection)))
    throw new MigrationError(
      "backup_runs",
      "a backup of this database is being made, which a change of its tables would wait for, and all others for that: start this version when it has ended",
    );
  const [first] = part;
  const isNew = (await readHistory(connection)).length === 0;
  if (first?.inSteps) await stepsOf(connection, first, log);
  else
    for (const locks of isNew ? [] : locksOf(part))
      log.info(locks, "this migration begins; what it locks stays locked until the last one is done");
  const { error, results = [] } = await run(connection, known);
  if (error) throw failure(error, results.find((result) => result.status === "Error")?.migrationName);
  return results.map((result) => result.migrationName);
}

async function stepsOf(connection: Database, file: MigrationFile, log: DatabaseLog): Promise<void> {
  try {
    await runSteps(connection, file, log);
  } catch (error) {
    throw failure(error, file.name);
  }
}

/** Never rejects because of a migration. */
function run(connection: Database, files: readonly MigrationFile[]): Promise<MigrationResultSet> {
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
  return migrator.migrateToLatest();
}

function toMigration(file: MigrationFile): Migration {
  return {
    async up(tx: Kysely<unknown>) {
      // Changing a large table may take longer than any request is allowed to.
      await sql`set local statement_timeout = '10min'`.execute(tx);
      // Its steps were taken before.
      await sql.raw(file.inSteps ? "drop table if exists kit.migration_step" : file.sql).execute(tx);
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
