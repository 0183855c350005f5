import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { prepareSchema } from "#server/kit/prepare-schema.ts";
import { dump } from "#testing/database/dump.ts";
import { migrationsOfRelease01 } from "#testing/database/release-0.1.ts";
import { emptyDatabase, type TestDatabase, testDatabase } from "#testing/database/test-database.ts";
import { printSchema } from "../../../scripts/schema/print-schema.ts";
import { readSchema } from "../../../scripts/schema/read-schema.ts";
import { readHistory } from "./history.ts";
import { silentLog } from "./log.ts";
import { migrate } from "./migrate.ts";
import { type MigrationFile, readMigrationFiles } from "./migration-files.ts";

test("a database at the last migration of release 0.1 goes on, also when two nodes start, with all that a new one has", async () => {
  const older = await databaseWith(migrationsOfRelease01());
  await sql`insert into catalog.watching_not_kept values (7, now())`.execute(older.owner);
  const before = await rowsOf(older);
  await Promise.all([start(older), start(older)]);
  expect(await rowsOf(older)).toEqual(before);
  const fresh = await own(testDatabase());
  expect(await schemaOf(older)).toBe(await schemaOf(fresh));
  expect(before.filter((row) => !row.startsWith("catalog.watching_not_kept"))).toEqual(await rowsOf(fresh));
  expect(await readHistory(older.owner)).toEqual(await readHistory(fresh.owner));
});

test("a database that release 0.1 has not brought up to date is refused, and the operator told what to run first", async () => {
  const files = migrationsOfRelease01();
  const older = await databaseWith(files.slice(0, -1));
  await expect(start(older)).rejects.toMatchObject({
    code: "too_old",
    message: expect.stringMatching(/run release 0\.1 first/),
  });
  expect(await readHistory(older.owner)).toHaveLength(files.length - 1);
});

test("a database of release 0.1 of which a file was changed is refused", async () => {
  const [first, ...others] = migrationsOfRelease01();
  const older = await databaseWith([{ ...(first as MigrationFile), checksum: "another" }, ...others]);
  await expect(start(older)).rejects.toMatchObject({ code: "too_old" });
});

test("migrations that come after the baseline are applied to what was adopted", async () => {
  const older = await databaseWith(migrationsOfRelease01());
  const later = { name: "9000_later", sql: "create table later (id int)", checksum: "later" };
  const files = [...readMigrationFiles(), later];
  const afterwards = files.filter(({ name }) => name >= "2200").map(({ name }) => name);
  expect(await migrate(older.owner, { log: silentLog, files })).toEqual(afterwards);
});

async function own(opening: Promise<TestDatabase>): Promise<TestDatabase> {
  const database = await opening;
  onTestFinished(() => database[Symbol.asyncDispose]());
  return database;
}

async function databaseWith(files: MigrationFile[]): Promise<TestDatabase> {
  const database = await own(emptyDatabase());
  await migrate(database.owner, { log: silentLog, files });
  return database;
}

const start = ({ db, ownerUrl }: TestDatabase) => prepareSchema(db, { ownerUrl, log: silentLog });

const schemaOf = async ({ owner }: TestDatabase) =>
  printSchema(await readSchema(owner, "fanlight_app"), () => true);

/** Without what migrations keep, and what is drawn by lot. */
const rowsOf = async ({ owner }: TestDatabase) =>
  (await dump(owner))
    .split("\n")
    .filter((row) => !/^(kit\.m|graphile_worker\.)/.test(row))
    .sort();
