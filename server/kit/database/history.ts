import { sql } from "kysely";
import { type Reader, readRows } from "./database.ts";

/** A migration that a database has seen. */
export type AppliedMigration = { name: string; checksum: string };

/** Why the schema cannot be brought up to date; the message is one line for the operator. */
export class MigrationError extends Error {
  readonly code: "other_version" | "too_old" | "changed" | "failed" | "half_restored" | "backup_runs";
  constructor(code: MigrationError["code"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "MigrationError";
    this.code = code;
  }
}

/** The migrations that were applied to a database, by name; none where no migration ever was. */
export async function readHistory(db: Reader): Promise<AppliedMigration[]> {
  const table = sql<{ table: string | null }>`select to_regclass('kit.migration_checksum') as table`;
  const [found] = await readRows(db, table);
  if (!found?.table) return [];
  return readRows(db, sql<AppliedMigration>`select name, checksum from kit.migration_checksum order by name`);
}
