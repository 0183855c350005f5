import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Database, Tx } from "./database.ts";
import { type AppliedMigration, MigrationError, readHistory } from "./history.ts";
import type { MigrationFile } from "./migration-files.ts";
import { inTransaction } from "./transaction.ts";

/**
 * Release 0.1 had a hundred and eighty migrations; the baseline of 0.2 makes the same in one for each module. `digest` is
 * that of all their names and checksums, see {@link digestOf}.
 */
const before = {
  release: "0.1",
  firstMigration: "0001_outbox",
  digest: "21c8d56ef15f36be9a178c350249123b44711953147dfc846600de4bd324d5c0",
};

/** The migrations of the baseline; later migrations have higher numbers. */
const isOfBaseline = ({ name }: MigrationFile) => name >= "2000" && name < "2200";

/**
 * Takes a database at the last migration of release 0.1 for one that the baseline has made, which it is the same as: what
 * was applied is written down anew, and nothing else changes. Answers whether it did. Throws {@link MigrationError}
 * (`too_old`) for a database that release 0.1 has not brought up to date.
 */
export async function adoptBaseline(db: Database, files: readonly MigrationFile[]): Promise<boolean> {
  const baseline = files.filter(isOfBaseline);
  if (baseline.length === 0 || !isFromBefore(await readHistory(db))) return false;
  return inTransaction(db, async (tx) => {
    // Another node may be doing the same.
    await sql`lock table kit.migration, kit.migration_checksum in exclusive mode`.execute(tx);
    const history = await readHistory(tx);
    if (!isFromBefore(history)) return false;
    if (digestOf(history) !== before.digest)
      throw new MigrationError(
        "too_old",
        `the database is not at the last migration of release ${before.release}, which this release goes on from: run release ${before.release} first, which brings it up to date (docs/operations.md, "Upgrades")`,
      );
    await writeHistory(tx, baseline);
    return true;
  });
}

const isFromBefore = (history: readonly AppliedMigration[]) =>
  history.some(({ name }) => name === before.firstMigration);

/** A digest of the names and checksums of migrations, in the order of their names, one a line. */
export function digestOf(history: readonly AppliedMigration[]): string {
  const lines = history.map(({ name, checksum }) => `${name} ${checksum}\n`).toSorted();
  return createHash("sha256").update(lines.join("")).digest("hex");
}

async function writeHistory(tx: Tx, baseline: readonly MigrationFile[]): Promise<void> {
  await sql`delete from kit.migration`.execute(tx);
  await sql`delete from kit.migration_checksum`.execute(tx);
  for (const { name, checksum } of baseline) {
    await sql`insert into kit.migration (name, timestamp) values (${name}, now()::text)`.execute(tx);
    await sql`insert into kit.migration_checksum (name, checksum) values (${name}, ${checksum})`.execute(tx);
  }
}
