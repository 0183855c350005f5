import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { connectionsClosed, lockBarrier } from "#testing/database/lock-barrier.ts";
import { type TestDatabase, testDatabase } from "#testing/database/test-database.ts";
import { backupLock } from "./backup-lock.ts";
import { type Database, openDatabase, readRows } from "./database.ts";
import { silentLog } from "./log.ts";
import { migrate } from "./migrate.ts";
import { type MigrationFile, readMigrationFiles } from "./migration-files.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
});
afterEach(() => database[Symbol.asyncDispose]());

const rowsOfTable = 100_000;
const fileOf = (name: string, text: string): MigrationFile => ({ name, sql: text, checksum: name });
const stepsOf = (name: string, text: string): MigrationFile => ({ ...fileOf(name, text), inSteps: true });
const table = fileOf(
  "9000_table",
  `create table kit.big (id bigint generated always as identity primary key, n integer not null default 0);
   insert into kit.big (n) select 0 from generate_series(1, ${rowsOfTable});`,
);
/** Adds one to each row, so that a row which is met twice shows. */
const count = stepsOf(
  "9001_count",
  `-- Two thousand rows a step; it's a comment that holds a quote.
   with part as (select id from kit.big where id > $1 order by id limit 2000),
     done as (update kit.big set n = n + 1 where id in (select id from part))
   select max(id) as after from part`,
);
const check = fileOf("9002_check", "alter table kit.big add constraint counted check (n = 1)");
const files = (...later: MigrationFile[]) => [...readMigrationFiles(), ...later];
const apply = (...later: MigrationFile[]) =>
  migrate(database.owner, { log: silentLog, files: files(...later) });

/** How many rows were met how often. */
async function met(db: Database = database.owner) {
  const rows = await readRows(
    db,
    sql<{ n: number; rows: number }>`select n, count(*)::int as rows from kit.big group by n order by n`,
  );
  return rows.map(({ n, rows }) => [n, rows]);
}

const exists = async (name: string) =>
  (await readRows(database.owner, sql<{ it: string | null }>`select to_regclass(${name})::text as it`))[0]
    ?.it != null;

/** A process that migrates, as a node does at its start. */
function migratingProcess(): ChildProcess {
  const program = `
    const [{ openDatabase }, { migrate }, { readMigrationFiles }, { silentLog }] = await Promise.all(
      ["database", "migrate", "migration-files", "log"].map((file) => import("#server/kit/database/" + file + ".ts")));
    const db = openDatabase(process.argv[1], { log: silentLog, applicationName: "migrating" });
    await migrate(db, { log: silentLog, files: [...readMigrationFiles(), ...JSON.parse(process.argv[2])] });`;
  const later = JSON.stringify([table, count, check]);
  const child = spawn(process.execPath, ["--input-type=module", "-e", program, database.ownerUrl, later], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

test("steps that a killed process leaves go on where they were, and meet each row once", async () => {
  await apply(table);
  const barrier = await lockBarrier(database.owner, (tx) =>
    sql`select from kit.big where id = ${rowsOfTable / 2} for update`.execute(tx),
  );
  const child = migratingProcess();
  await barrier.reached("migrating", 1);
  const before = rowsOfTable / 2 - 2_000;
  expect(await met(), "what is done is there for all").toEqual([
    [0, rowsOfTable - before],
    [1, before],
  ]);
  await sql`update kit.big set n = n where id in (1, ${rowsOfTable})`.execute(database.owner);
  child.kill("SIGKILL");
  await once(child, "exit");
  await barrier.release();
  await connectionsClosed(database.owner, "migrating");

  const said: object[] = [];
  const log = { ...silentLog, info: (fields: object) => void said.push(fields) };
  expect(await migrate(database.owner, { log, files: files(table, count, check) })).toEqual([
    "9001_count",
    "9002_check",
  ]);
  expect(said).toContainEqual({ migration: "9001_count", changed: ["kit.big"], after: String(before) });
  expect(await met()).toEqual([[1, rowsOfTable]]);
  expect(await exists("kit.migration_step"), "nothing is left of the steps").toBe(false);
  expect(await apply(table, count, check)).toEqual([]);
});

test("nodes that start together take each step once", async () => {
  await apply(table);
  const nodes = ["first", "second", "third"].map((applicationName) =>
    openDatabase(database.ownerUrl, { log: silentLog, applicationName }),
  );
  try {
    const applied = await Promise.all(
      nodes.map((db) => migrate(db, { log: silentLog, files: files(table, count, check) })),
    );
    expect(applied.flat().toSorted()).toEqual(["9001_count", "9002_check"]);
    expect(await met()).toEqual([[1, rowsOfTable]]);
  } finally {
    for (const db of nodes) await db.destroy();
  }
});

test("what comes before the steps stays when what comes after them fails, and the steps are not taken again", async () => {
  const bad = fileOf("9002_check", "alter table kit.big add constraint counted check (n = 2)");
  await expect(apply(table, count, bad)).rejects.toMatchObject({ code: "failed", message: /9002_check/ });
  expect(await met()).toEqual([[1, rowsOfTable]]);
  expect(await apply(table, count, check)).toEqual(["9002_check"]);
  expect(await met()).toEqual([[1, rowsOfTable]]);
});

test("tables whose keys are uuids are gone through as well", async () => {
  const named = fileOf(
    "9000_table",
    `create table kit.big (id uuid primary key, n integer not null default 0);
     insert into kit.big (id) select gen_random_uuid() from generate_series(1, 10_000);`,
  );
  const steps = stepsOf(
    "9001_count",
    `with part as (select id from kit.big where id > $1::uuid order by id limit 999),
       done as (update kit.big set n = n + 1 where id in (select id from part))
     select id as after from part order by id desc limit 1`,
  );
  expect(await apply(named, steps, check)).toEqual(["9000_table", "9001_count", "9002_check"]);
  expect(await met()).toEqual([[1, 10_000]]);
});

test.each([
  ["a step that does not move on", "select 5 as after where $1 >= 0", /after 5 answers 5/],
  ["two statements", "select null as after where $1 > 0; select 1", /is one statement/],
  ["a step that PostgreSQL refuses", "select 1 / 0 as after where $1 >= 0", /division by zero/],
])("%s ends with its name", async (_, text, message) => {
  await expect(apply(stepsOf("9001_count", text))).rejects.toMatchObject({
    code: "failed",
    message: expect.stringMatching(/^migration 9001_count failed: /),
  });
  await expect(apply(stepsOf("9001_count", text))).rejects.toThrow(message);
});

test("an index is built beside writers, and one that was broken off is built again", async () => {
  await apply(table);
  const index = stepsOf("9001_index", "create unique index concurrently if not exists big_n on kit.big (n)");
  await expect(apply(table, index), "all of them are 0").rejects.toThrow(/could not create unique index/);
  expect(await exists("kit.big_n"), "PostgreSQL leaves it, unused").toBe(true);
  await sql`update kit.big set n = id`.execute(database.owner);
  const nodes = ["first", "second"].map((applicationName) =>
    openDatabase(database.ownerUrl, { log: silentLog, applicationName }),
  );
  try {
    const applied = await Promise.all(
      nodes.map((db) => migrate(db, { log: silentLog, files: files(table, index) })),
    );
    expect(applied.flat()).toEqual(["9001_index"]);
  } finally {
    for (const db of nodes) await db.destroy();
  }
  const valid = sql<{
    it: boolean;
  }>`select indisvalid as it from pg_index where indexrelid = 'kit.big_n'::regclass`;
  expect(await readRows(database.owner, valid)).toEqual([{ it: true }]);
});

test("a backup keeps steps from beginning", async () => {
  await apply(table);
  const barrier = await lockBarrier(database.owner, (tx) =>
    sql`select pg_advisory_xact_lock(${sql.lit(backupLock)})`.execute(tx),
  );
  try {
    await expect(apply(table, count)).rejects.toMatchObject({ code: "backup_runs" });
    expect(await met()).toEqual([[0, rowsOfTable]]);
  } finally {
    await barrier.release();
  }
});
