import { readFileSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { format, type FormatConfig } from "oxfmt";
import { type Database, readRows } from "#server/kit/database/database.ts";
import { readOwners } from "./owners.ts";
import { printRowTypes } from "./print-row-types.ts";
import { printSchema } from "./print-schema.ts";
import { readSchema } from "./read-schema.ts";
import { rowTypes } from "./row-types.ts";

const root = path.resolve(import.meta.dirname, "../..");
const formatting = JSON.parse(readFileSync(path.join(root, ".oxfmtrc.json"), "utf8")) as FormatConfig;

/** A file by its path from the root, and its text. */
export type GeneratedFile = { path: string; text: string };

/**
 * The files generated from a migrated database: `schema.sql` of every module that has tables, and the types of
 * rows of those in {@link rowTypes}. `db` works as the role of
 * the application.
 */
export async function generateFiles(db: Database): Promise<GeneratedFile[]> {
  const [who] = await readRows(db, sql<{ role: string }>`select current_user::text as role`);
  const schema = await readSchema(db, who?.role ?? "");
  const ownerOf = readOwners();
  const modules = [...new Set(schema.relations.map(({ name }) => ownerOf(name)))].sort();
  const files = modules.map((module) => ({
    path: `server/${module}/schema.sql`,
    text: printSchema(schema, (name) => ownerOf(name) === module),
  }));
  for (const [module, types] of Object.entries(rowTypes)) {
    const file = `server/${module}/store/rows.ts`;
    const text = await printRowTypes(db, (name) => ownerOf(name) === module, types);
    files.push({ path: file, text: (await format(file, text, formatting)).code });
  }
  return files;
}
