import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";

/** One plain SQL file. `name` is the file name without `.sql`: four digits, then words. */
export type MigrationFile = { name: string; sql: string; checksum: string };

const serverFolder = path.resolve(import.meta.dirname, "../..");
const namePattern = /^\d{4}(_[a-z0-9]+)+$/;

/**
 * Reads every `migrations/NNNN_words.sql` below `folder`, ordered by number. The numbers are shared by all modules:
 * kit 00xx, identity and profiles 01xx, wallet 02xx, payments 03xx, catalog 04xx, content and messaging 05xx, live 06xx, others after.
 * Throws when a name breaks the rule or two files claim one number.
 */
export function readMigrationFiles(folder = serverFolder): MigrationFile[] {
  const files = globSync("**/migrations/*.sql", { cwd: folder }).map((file) =>
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

function readOne(file: string): MigrationFile {
  const name = path.basename(file, ".sql");
  if (!namePattern.test(name)) throw new Error(`migration ${file} is not named NNNN_words.sql`);
  const sql = readFileSync(file, "utf8");
  return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
}

function number(file: MigrationFile): string {
  return file.name.slice(0, 4);
}
