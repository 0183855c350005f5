import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { fileDatabase } from "#testing/database/test-database.ts";
import { generateFiles } from "./generate.ts";

const database = fileDatabase();
const root = path.resolve(import.meta.dirname, "../..");

test("what is generated from the migrated database is in the files; `npm run schema` writes it anew", async () => {
  const files = await generateFiles(database.db);
  expect(files.length).toBeGreaterThan(10);
  for (const { path: file, text } of files) {
    const there = path.join(root, file);
    expect(existsSync(there) ? readFileSync(there, "utf8") : "", file).toBe(text);
  }
});
