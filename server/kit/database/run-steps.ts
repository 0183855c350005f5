import { CompiledQuery, sql } from "kysely";
import { type Database, type Reader, readRows, type Tx } from "./database.ts";
import type { DatabaseLog } from "./log.ts";
import type { MigrationFile } from "./migration-files.ts";
import { statementsOf } from "./migration-locks.ts";

/**
 * Runs a migration of steps (`NNNN_words.steps.sql`), whose file is one statement. One with `$1` changes some thousand rows
 * whose keys come after `$1` and answers the last of these keys as `after`, or null when there are none left: it is run
 * until then, first with the key before all others, each time with a commit that keeps how far it came. A start that begins it
 * again goes on from there. Keys are `bigint`, or `uuid` where the statement says `$1::uuid`.
 * One without is run once, in no transaction of others, as an index that is built CONCURRENTLY has to be.
 *
 * `connection` is a single one of the database's owner, within {@link holdingStepsLock}. Throws what PostgreSQL throws, and
 * when a statement does not move on.
 */
export async function runSteps(connection: Database, file: MigrationFile, log: DatabaseLog): Promise<void> {
  const { name } = file;
  const [statement = "", ...more] = statementsOf(file.sql);
  if (more.length > 0) throw new Error("a migration of steps is one statement");
  if (!/\$1\b/.test(statement)) {
    log.info({ migration: name, statement: statement.slice(0, 80) }, "this migration runs by itself");
    await dropBroken(connection, statement);
    await sql.raw(file.sql).execute(connection);
    return;
  }
  const keys = statement.includes("$1::uuid") ? uuids : numbers;
  await sql`create table if not exists kit.migration_step (name text primary key, after text not null)`.execute(
    connection,
  );
  await sql`insert into kit.migration_step values (${name}, ${keys.first}) on conflict do nothing`.execute(
    connection,
  );
  const [, table = ""] = /\b(?:update|insert into|delete from) (?:only )?([^\s(]+)/.exec(statement) ?? [];
  log.info(
    { migration: name, changed: [table], after: await placeOf(connection, name) },
    "this migration runs in steps, each with a commit: what it changes is free after each",
  );
  let isOver = false;
  while (!isOver) isOver = await connection.transaction().execute((tx) => takeStep(tx, file, keys));
}

/** Of one type of keys: what comes before all of them, and their order. */
type Keys = { first: string; isAfter(one: string, other: string): boolean };

const numbers: Keys = { first: "0", isAfter: (one, other) => BigInt(one) > BigInt(other) };
const uuids: Keys = { first: "00000000-0000-0000-0000-000000000000", isAfter: (one, other) => one > other };

async function placeOf(reader: Reader, name: string): Promise<string> {
  const [place] = await readRows(
    reader,
    sql<{ after: string }>`select after from kit.migration_step where name = ${name}`,
  );
  if (!place) throw new Error(`nobody has begun the steps of ${name}`);
  return place.after;
}

/** One step and its note, together. Answers whether nothing is left. */
async function takeStep(tx: Tx, { name, sql: text }: MigrationFile, keys: Keys): Promise<boolean> {
  const from = await placeOf(tx, name);
  const { rows } = await tx.executeQuery<{ after: unknown }>(CompiledQuery.raw(text, [from]));
  const answered = rows[0]?.after ?? null;
  if (answered === null) return true;
  const after = String(answered);
  if (!keys.isAfter(after, from))
    throw new Error(`its step after ${from} answers ${after}, so it would never end`);
  await sql`update kit.migration_step set after = ${after} where name = ${name}`.execute(tx);
  return false;
}

/** What a build left that was broken off: an index of that name which PostgreSQL does not use. */
async function dropBroken(connection: Database, statement: string): Promise<void> {
  const named =
    /^create (?:unique )?index concurrently (?:if not exists )?(?<index>\S+) on (?:only )?(?<table>[^\s(]+)/;
  const { index, table } = named.exec(statement)?.groups ?? {};
  if (!index || !table) return;
  const broken = await readRows(
    connection,
    sql<{
      name: string;
    }>`select c.oid::regclass::text as name from pg_index as i join pg_class as c on c.oid = i.indexrelid
      where i.indrelid = to_regclass(${table}) and c.relname = ${index} and not i.indisvalid`,
  );
  for (const { name } of broken) await sql.raw(`drop index concurrently ${name}`).execute(connection);
}

/** Any number that no other advisory lock of the product uses. */
const stepsLock = 7_104_005;
const askAgainMs = 200;

/**
 * Does `work` on a connection that holds the lock of those who run migrations of steps; waits for another one's end, at most
 * `waitMs`. It asks again and again: who waits in a statement has a snapshot, which an index that is built CONCURRENTLY
 * would wait for.
 */
export async function holdingStepsLock<T>(
  connection: Database,
  waitMs: number,
  work: () => Promise<T>,
): Promise<T> {
  const until = performance.now() + waitMs;
  const ask = sql<{ got: boolean }>`select pg_try_advisory_lock(${sql.lit(stepsLock)}) as got`;
  while ((await readRows(connection, ask))[0]?.got !== true) {
    if (performance.now() > until) throw new Error("another node has run its steps for too long");
    await new Promise((resolve) => setTimeout(resolve, askAgainMs));
  }
  try {
    return await work();
  } finally {
    await sql`select pg_advisory_unlock(${sql.lit(stepsLock)})`.execute(connection);
  }
}
