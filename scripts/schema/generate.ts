import { sql } from "kysely";
import { type Database, readRows } from "#server/kit/database/database.ts";
import { readOwners } from "./owners.ts";
import { printSchema } from "./print-schema.ts";
import { readSchema } from "./read-schema.ts";

/** A file by its path from the root, and its text. */
export type GeneratedFile = { path: string; text: string };

/**
 * What is generated from a migrated database: `schema.sql` of every module that has tables. `db` works as the role of
 * the application.
 */
export async function generateFiles(db: Database): Promise<GeneratedFile[]> {
  const [who] = await readRows(db, sql<{ role: string }>`select current_user::text as role`);
  const schema = await readSchema(db, who?.role ?? "");
  const ownerOf = readOwners();
  const modules = [...new Set(schema.relations.map(({ name }) => ownerOf(name)))].sort();
  return modules.map((module) => ({
    path: `server/${module}/schema.sql`,
    text: printSchema(schema, (name) => ownerOf(name) === module),
  }));
}
