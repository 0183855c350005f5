import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import type { MigrationFile } from "#server/kit/database/migration-files.ts";

const stored = path.join(import.meta.dirname, "release-0.1.json.gz");

/** The migrations of release 0.1, which the baseline has replaced, as they were. */
export function migrationsOfRelease01(): MigrationFile[] {
  const files = JSON.parse(gunzipSync(readFileSync(stored)).toString()) as Record<string, string>;
  return Object.entries(files).map(([name, sql]) => ({
    name,
    sql,
    checksum: createHash("sha256").update(sql).digest("hex"),
  }));
}
