import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lockBarrier } from "#testing/database/lock-barrier.ts";
import { type TestDatabase, testDatabase } from "#testing/database/test-database.ts";
import { until } from "#testing/until.ts";
import { openDatabase, readRows } from "./database.ts";
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
  expect(names.find((name) => name.endsWith("_kit"))).toBe(names[0]);
  expect(names.some((name) => name.endsWith("_wallet"))).toBe(true);
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

test("a node that starts while another migrates waits for longer than any request may take", async () => {
  const shortMs = 1_000;
  const nodes = ["first", "second"].map((applicationName) =>
    openDatabase(database.ownerUrl, { log: silentLog, applicationName, statementTimeoutMs: shortMs }),
  );
  write("9000_long", "select pg_advisory_xact_lock(9000); create table long (id int)");
  const barrier = await lockBarrier(database.owner, (tx) =>
    sql`select pg_advisory_xact_lock(9000)`.execute(tx),
  );
  const [first, second] = nodes.map((db) => ({
    db,
    start: () => migrate(db, { log: silentLog, files: all() }),
  }));
  try {
    const migrating = first?.start();
    await barrier.reached("first", 1);
    const waiting = second?.start();
    await Promise.race([waiting, waitedFor("second", 2.5 * shortMs)]);
    await barrier.release();
    expect(await Promise.all([migrating, waiting])).toEqual([["9000_long"], []]);
    for (const db of nodes)
      expect(await readRows(db, sql`select current_setting('statement_timeout') as most`)).toEqual([
        { most: `${shortMs / 1_000}s` },
      ]);
  } finally {
    await barrier.release();
    for (const db of nodes) await db.destroy();
  }
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

test("a folder that cannot be read is an error, and not one without migrations", () => {
  expect(() => readMigrationFiles(path.join(folder, "nowhere"))).toThrow(/ENOENT/);
});

test("a file of steps has the same numbers and names, and says what it is", () => {
  write("9000_long.steps", "select null as after where $1 > 0");
  expect(readMigrationFiles(folder)).toMatchObject([{ name: "9000_long", inSteps: true }]);
  write("9000_short", "");
  expect(() => readMigrationFiles(folder)).toThrow(/two migrations claim number 9000/);
});

test("a number from before the baseline is an error, which says from where on to count", () => {
  write("1999_early", "");
  expect(() => readMigrationFiles(folder)).toThrow(/number it from 2200 on/);
});

/** Resolves when a statement of a node has waited for a lock for so long. */
async function waitedFor(name: string, ms: number): Promise<void> {
  const statements = sql`select from pg_stat_activity where datname = current_database()
    and application_name = ${name} and wait_event_type = 'Lock' and now() - query_start > ${ms} * interval '1 ms'`;
  await until(async () => (await readRows(database.owner, statements)).length > 0, `${name} to wait`);
}

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
