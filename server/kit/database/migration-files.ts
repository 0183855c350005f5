import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/**
 * One plain SQL file. `name` is the file name without what follows the first dot: four digits, then words. `inSteps`: it is
 * `NNNN_words.steps.sql`, which commits as it goes.
 */
export type MigrationFile = { name: string; sql: string; checksum: string; inSteps?: true };

const serverFolder = path.resolve(import.meta.dirname, "../..");
const firstOfBaseline = "2000";
const namePattern = /^\d{4}(_[a-z0-9]+)+$/;

/**
 * Reads every `migrations/NNNN_words.sql` and `NNNN_words.steps.sql` below `folder`, ordered by number. The modules share the numbers: those from 2000
 * to 2199 are the baseline, one file for each module in the order in which they stand; what changes it comes after.
 * Throws when a name breaks the rule, a number is below these, or two files claim one number.
 */
export function readMigrationFiles(folder = serverFolder): MigrationFile[] {
  const files = filesBelow(folder, /(^|\/)migrations\/[^/]+\.sql$/).map((file) =>
    readOne(path.join(folder, file)),
  );
  files.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const [index, file] of files.entries()) {
    const previous = files[index - 1];
    if (previous && number(previous) === number(file)) {
      throw new Error(`two migrations claim number ${number(file)}: ${previous.name} and ${file.name}`);
    }
  }
  return files;
}

/** The files below a folder whose path there is like this. Throws when a folder cannot be read, instead of leaving it out. */
export function filesBelow(folder: string, like: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => like.test(file));
}

function readOne(file: string): MigrationFile {
  const base = path.basename(file, ".sql");
  const name = path.basename(base, ".steps");
  if (!namePattern.test(name)) throw new Error(`migration ${file} is not named NNNN_words.sql`);
  if (name < firstOfBaseline)
    throw new Error(`migration ${file} would come before the baseline: number it from 2200 on`);
  const sql = readFileSync(file, "utf8");
  const checksum = createHash("sha256").update(sql).digest("hex");
  return { name, sql, checksum, ...(base === name ? {} : { inSteps: true }) };
}

function number(file: MigrationFile): string {
  return file.name.slice(0, 4);
}
