import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "#testing/database/test-database.ts";
import { readRows } from "./database.ts";
import { silentLog } from "./log.ts";
import { migrate } from "./migrate.ts";
import { type MigrationFile, readMigrationFiles } from "./migration-files.ts";

let database: TestDatabase;
let folder: string;

beforeEach(async () => {
  database = await testDatabase();
  folder = mkdtempSync(path.join(os.tmpdir(), "fanlight-migrations-"));
});

afterEach(async () => {
  await database[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

test("the modules' migrations are found, numbered apart and in order", () => {
  const names = readMigrationFiles().map((file) => file.name);
  expect(names).toContain("0001_outbox");
  expect(names).toContain("0200_ledger");
  expect(names).toEqual(names.toSorted());
});

test("a migrated database has nothing left to apply", async () => {
  expect(await migrate(database.owner, { log: silentLog })).toEqual([]);
});

test("new migrations are applied once although two nodes start together, a lower number later than a higher one", async () => {
  await apply("9001_late", "create table late (id int)");
  const both = await Promise.all([
    apply("9000_early", "create table early (id int)"),
    apply("9000_early", "create table early (id int)"),
  ]);
  expect(both.flat()).toEqual(["9000_early"]);
  expect(await exists("early")).toBe(true);
});

test("a migration that fails is named and undoes itself and those before it", async () => {
  write("9000_good", "create table good (id int)");
  write("9001_bad", "create table bad (id int); select 1 / 0");
  await expect(migrate(database.owner, { log: silentLog, files: all() })).rejects.toMatchObject({
    code: "failed",
    message: "migration 9001_bad failed: division by zero",
  });
  expect([await exists("good"), await exists("bad")]).toEqual([false, false]);
});

test("a file changed after it was applied is an error", async () => {
  await apply("9000_table", "create table one (id int)");
  await expect(apply("9000_table", "create table one (id bigint)")).rejects.toMatchObject({
    code: "changed",
  });
});

test("a database that knows more than the program is of another version", async () => {
  await apply("9000_newer", "create table newer (id int)");
  const older = { log: silentLog, files: readMigrationFiles() };
  await expect(migrate(database.owner, older)).rejects.toMatchObject({
    code: "other_version",
    message: expect.stringContaining("9000_newer"),
  });
});

test("a number used twice and a name that breaks the rule are errors", () => {
  write("9000_one", "");
  write("9000_two", "");
  expect(() => readMigrationFiles(folder)).toThrow(/two migrations claim number 9000/);
  write("Nonsense", "");
  expect(() => readMigrationFiles(folder)).toThrow(/NNNN_words/);
});

function write(name: string, text: string): void {
  const migrations = path.join(folder, "module/migrations");
  mkdirSync(migrations, { recursive: true });
  writeFileSync(path.join(migrations, `${name}.sql`), text);
}

function all(): MigrationFile[] {
  return [...readMigrationFiles(), ...readMigrationFiles(folder)];
}

function apply(name: string, text: string): Promise<string[]> {
  write(name, text);
  return migrate(database.owner, { log: silentLog, files: all() });
}

async function exists(table: string): Promise<boolean> {
  const [row] = await readRows(
    database.db,
    sql<{ it: string | null }>`select to_regclass(${table})::text as it`,
  );
  return row?.it != null;
}
