import { sql } from "kysely";
import { noteCommit } from "#server/kit/database/wait-budget.ts";
import type { Database, Tx } from "./database.ts";
import { allowingStatements } from "./pool.ts";
import { isStalePlan } from "./unavailable.ts";

const attemptsMax = 5;
const serializationFailure = "40001";
const deadlockDetected = "40P01";

type AfterCommit = (db: Database) => void;
const afterCommits = new WeakMap<Tx, AfterCommit[]>();

/**
 * Runs `work` in one transaction and commits it when it returns; any throw rolls everything back.
 * When the server gives up the transaction for the sake of another (deadlock, serialization), or because a table has got
 * another column, `work` runs again, at most five times in all: it must have no effects outside of `tx`.
 */
export async function inTransaction<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(db, work);
    } catch (error) {
      if (attempt >= attemptsMax || !isWorthRetrying(error)) throw error;
      await pause(attempt * 5 * (1 + Math.random()));
    }
  }
}

/** {@link inTransaction} whose statements may each take `statementMs`, longer than those of any request. */
export function inSlowTransaction<T>(
  db: Database,
  statementMs: number,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return allowingStatements(statementMs, () =>
    inTransaction(db, async (tx) => {
      await sql`set local statement_timeout = ${sql.lit(statementMs)}`.execute(tx);
      return work(tx);
    }),
  );
}

async function runOnce<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  const tasks: AfterCommit[] = [];
  const result = await db.transaction().execute((tx) => {
    afterCommits.set(tx, tasks);
    return work(tx);
  });
  noteCommit();
  for (const task of tasks) task(db);
  return result;
}

/**
 * Calls `task` once the transaction has committed, if this process still lives: only for what may as well not happen,
 * such as a wake-up. Answers false for a transaction that {@link inTransaction} did not begin; nothing is called then.
 */
export function afterCommit(tx: Tx, task: AfterCommit): boolean {
  const tasks = afterCommits.get(tx);
  tasks?.push(task);
  return tasks !== undefined;
}

/** The five-character SQLSTATE of an error thrown by the database, or undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

function isWorthRetrying(error: unknown): boolean {
  const state = sqlState(error);
  return isStalePlan(error) || state === serializationFailure || state === deadlockDetected;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
