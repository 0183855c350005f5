import { randomBytes } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { afterAll, afterEach, beforeAll } from "vitest";
import { type Database, type NoTables, openDatabase } from "#server/kit/database/database.ts";
import { silentLog } from "#server/kit/database/log.ts";
import { unreadProblems } from "#server/messaging/messaging.ts";
import { shared } from "#testing/shared.ts";
import { auditLedger } from "./audit-ledger.ts";

/** A database of one's own, as migrated as the product's, dropped when disposed. */
export type TestDatabase = AsyncDisposable & OpenDatabase;

type OpenDatabase = {
  /** As the application's role: whatever a test does here, the application may do. */
  readonly db: Database;
  readonly url: string;
  /** As the owner of the tables, for what the application must not be able to do. */
  readonly owner: Database;
  readonly ownerUrl: string;
};

/** Clones the migrated template (about 60 ms). Use with `await using`, or {@link fileDatabase} for a whole file. */
export function testDatabase(): Promise<TestDatabase> {
  return createFrom("fanlight");
}

/** A database without any migration, for tests of migrations over data of an older version. */
export function emptyDatabase(): Promise<TestDatabase> {
  return createFrom("template0");
}

async function createFrom(origin: "fanlight" | "template0"): Promise<TestDatabase> {
  const template = await shared("database");
  const name = `test_${randomBytes(6).toString("hex")}`;
  await withMaintenance(template.ownerUrl, (admin) =>
    sql`create database ${sql.id(name)} template ${sql.id(origin)} strategy file_copy`.execute(admin),
  );
  const url = inDatabase(template.url, name);
  const db = openDatabase(url, { log: silentLog, poolMax: 16 });
  const ownerUrl = inDatabase(template.ownerUrl, name);
  const owner = openDatabase(ownerUrl, { log: silentLog, poolMax: 4 });
  return {
    db,
    url,
    owner,
    ownerUrl,
    async [Symbol.asyncDispose]() {
      await Promise.all([db.destroy(), owner.destroy()]);
      await withMaintenance(template.ownerUrl, (admin) =>
        sql`drop database ${sql.id(name)} with (force)`.execute(admin),
      );
    },
  };
}

/**
 * Gives the tests of one file a database in common and audits the ledger and the numbers of unread messages after each of them:
 * `const database = fileDatabase();` on top, then `database.db` inside of tests.
 */
export function fileDatabase(): OpenDatabase {
  let current: TestDatabase | undefined;
  const opened = (): TestDatabase => {
    if (!current) throw new Error("the test database exists only while tests run");
    return current;
  };
  beforeAll(async () => {
    current = await testDatabase();
  });
  afterEach(async () => {
    await auditLedger(opened().db);
    await auditUnread(opened().db);
  });
  afterAll(() => current?.[Symbol.asyncDispose]());
  return {
    get db() {
      return opened().db;
    },
    get url() {
      return opened().url;
    },
    get owner() {
      return opened().owner;
    },
    get ownerUrl() {
      return opened().ownerUrl;
    },
  };
}

async function withMaintenance(ownerUrl: string, work: (admin: Kysely<NoTables>) => Promise<unknown>) {
  const admin = openDatabase(inDatabase(ownerUrl, "postgres"), { log: silentLog, poolMax: 1 });
  try {
    await work(admin);
  } finally {
    await admin.destroy();
  }
}

/** Ends every connection to a database, as a server that restarts does. */
export async function cutConnections({ ownerUrl }: Pick<OpenDatabase, "ownerUrl">): Promise<void> {
  const name = /\/([^/?]*)\?/.exec(ownerUrl)?.[1] ?? "";
  await withMaintenance(ownerUrl, (admin) =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`.execute(admin),
  );
}

/** The same server's connection string for another database; `URL` cannot parse one without a host. */
function inDatabase(url: string, name: string): string {
  return url.replace(/\/[^/?]*\?/, `/${name}?`);
}

/** Throws unless the numbers of unread messages that are kept are those that there are. */
export async function auditUnread(db: Database): Promise<void> {
  const problems = await unreadProblems(db);
  if (problems.length > 0) throw new Error(`unread messages are counted wrong:\n${problems.join("\n")}`);
}
