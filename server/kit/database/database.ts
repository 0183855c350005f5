import {
  type Compilable,
  CompiledQuery,
  type DrainOuterGeneric,
  Kysely,
  type RawBuilder,
  type Transaction,
} from "kysely";
import pg from "pg";
import { budgetedPool, type PoolWait } from "#server/kit/database/wait-budget.ts";
import { ArrayDialect } from "./array-dialect.ts";
import type { DatabaseLog } from "./log.ts";
import { openPool } from "./pool.ts";
import { plannedEachTime } from "./statement-names.ts";

/**
 * No table is known in general: each module names the tables it owns, so that it cannot touch those of another.
 *
 * ```ts
 * type Tables = { "catalog.model": { id: Generated<number>; name: string } };
 * const model = await reader.$extendTables<Tables>().selectFrom("catalog.model").selectAll().executeTakeFirst();
 * await tx.$extendTables<Tables>().insertInto("catalog.model").values({ name }).execute();
 * ```
 */
export type NoTables = Record<never, never>;

/** The whole database, outside of any transaction. */
export type Database = Kysely<NoTables>;

/** An open transaction. Functions that change data take one, so that the caller decides what belongs together. */
export type Tx = Transaction<NoTables>;

/** A source to read from: the database or a transaction, without the means to write. */
export type Reader = Pick<Database, "selectFrom" | "selectNoFrom" | "fn" | "case" | "isTransaction"> & {
  $extendTables<T extends Record<string, Record<string, unknown>>>(): TableReader<
    DrainOuterGeneric<NoTables & T>
  >;
};

/** A {@link Reader} that knows some tables. */
export type TableReader<Tables> = Pick<Kysely<Tables>, "selectFrom" | "selectNoFrom" | "fn" | "case">;

export type DatabaseOptions = {
  log: DatabaseLog;
  /** Connections at most; further queries wait up to 10 s for one, and less within a budget: see wait-budget.ts. */
  poolMax?: number;
  /** Our name in the server's own list of connections. */
  applicationName?: string;
  /** A statement that runs longer is cancelled by the server. */
  statementTimeoutMs?: number;
  /** False for a pooler that keeps no prepared statements: each statement is then parsed and planned at each use. */
  namesStatements?: boolean;
};

/** A connection is closed after so long, and with it what the server and `pg` remember of its statements. */
const connectionSeconds = 3_600;

const pools = new WeakMap<Database, pg.Pool>();
const waits = new WeakMap<Database, () => PoolWait>();

/**
 * Opens a pool on a PostgreSQL 15 or newer. Nothing is connected yet: ask {@link ping} whether it answers. Queries
 * throw `DatabaseUnavailable` while the database cannot be reached. `destroy()` closes every connection.
 */
export function openDatabase(url: string, options: DatabaseOptions): Database {
  const settings = {
    connectionString: url,
    max: options.poolMax ?? 16,
    application_name: options.applicationName ?? "fanlight",
    statement_timeout: options.statementTimeoutMs ?? 15_000,
    idle_in_transaction_session_timeout: 60_000,
    connectionTimeoutMillis: 10_000,
    maxLifetimeSeconds: connectionSeconds,
    keepAlive: true,
    types: columnTypes,
    namesStatements: options.namesStatements ?? true,
  };
  const pool = openPool(settings, (error) => {
    if (!pool.ending) options.log.warn({ error: error.message }, "a database connection was lost");
  });
  const budgeted = budgetedPool(pool);
  const db = new Kysely<NoTables>({ dialect: new ArrayDialect({ pool: budgeted.pool }) });
  pools.set(db, pool);
  waits.set(db, budgeted.wait);
  return db;
}

/** The pool under a database that {@link openDatabase} made, for what needs a connection of its own (LISTEN, COPY, jobs). */
export function poolOf(db: Database): pg.Pool {
  const pool = pools.get(db);
  if (!pool) throw new Error("this database was not opened by openDatabase()");
  return pool;
}

/** How late the pool of such a database is. */
export function poolWait(db: Database): PoolWait {
  return waits.get(db)?.() ?? { waiting: 0, oldestMs: 0 };
}

/** Runs a `select` where only reading is allowed; anything but `select` and `with` is refused. */
export function readRows<Row>(reader: Reader, query: RawBuilder<Row> | Compilable<Row>): Promise<Row[]> {
  return readText(reader, query, (text) => text);
}

/**
 * {@link readRows} by a plan for its very values. For a search, filters and pages by number: how rare something is
 * decides how it is found.
 */
export function readPlanned<Row>(reader: Reader, query: RawBuilder<Row> | Compilable<Row>): Promise<Row[]> {
  return readText(reader, query, plannedEachTime);
}

async function readText<Row>(
  reader: Reader,
  query: RawBuilder<Row> | Compilable<Row>,
  change: (text: string) => string,
): Promise<Row[]> {
  // A Reader is a Kysely whose writing half is hidden by its type.
  const db = reader as unknown as Database;
  const { sql, parameters } = query.compile(db);
  assertReads(sql);
  return (await db.executeQuery<Row>(CompiledQuery.raw(change(sql), [...parameters]) as CompiledQuery<Row>))
    .rows;
}

/** Throws for anything but `select` and `with`. */
export function assertReads(text: string): void {
  if (!/^\s*(select|with)\b/i.test(text))
    throw new Error(`only select may be read, not: ${text.slice(0, 60)}`);
}

/** True when the database answers a query within `timeoutMs`. Never throws. */
export async function ping(db: Database, timeoutMs = 2_000): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), timeoutMs);
  });
  const answered = poolOf(db)
    .query("select 1")
    .then(
      () => true,
      () => false,
    );
  return Promise.race([answered, tooLate]).finally(() => clearTimeout(timer));
}

/**
 * How PostgreSQL's values arrive in JavaScript, where that differs from the defaults of `pg`:
 * `bigint` becomes a number (asserted to be exact), `date` stays the text `YYYY-MM-DD`, free of time zones.
 */
const parsers: ReadonlyMap<number, (text: string) => unknown> = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, parseBigint],
  [pg.types.builtins.DATE, (text) => text],
  [1016, (text) => parseArray(text).map(parseBigint)],
]);

/** The `types` setting of a `pg` pool or client. */
const columnTypes: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: "text" | "binary") {
    const ours = format === "binary" ? undefined : parsers.get(oid);
    // `pg` declares one overload for each built-in type, hence the wide parser.
    return ours ?? (pg.types.getTypeParser(oid, format as "text") as (text: string) => unknown);
  },
};

/** Reads a `bigint` and throws when a JavaScript number cannot hold it exactly. */
function parseBigint(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a JavaScript number`);
  return value;
}

function parseArray(text: string): string[] {
  const items = text.slice(1, -1);
  return items === "" ? [] : items.split(",");
}
