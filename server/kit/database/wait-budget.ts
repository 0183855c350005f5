import { AsyncLocalStorage } from "node:async_hooks";
import type { PostgresPool } from "kysely";
import pg from "pg";

/** Something was not begun because too much is going on. It has not happened, and can be asked again. */
export class OverloadedError extends Error {}

type Budget = { ms: number; leftMs: number; hasCommitted: boolean };
const budgets = new AsyncLocalStorage<Budget>();

/**
 * Runs `work`, which waits for connections at most `ms` altogether and then fails with an {@link OverloadedError}.
 * Once a transaction has been committed in it the bound is lifted: what is answered as failed must not have
 * happened. Work outside of any budget waits as long as the pool lets it.
 */
export function waitingAtMost<T>(ms: number, work: () => T): T {
  return budgets.run({ ms, leftMs: ms, hasCommitted: false }, work);
}

/** The bound that the present work began with; infinite outside of any budget. */
export function budgetMs(): number {
  return budgets.getStore()?.ms ?? Number.POSITIVE_INFINITY;
}

/** How long the present work may still wait, for whatever it is; infinite outside of any budget. */
export function waitLeftMs(): number {
  const budget = budgets.getStore();
  return !budget || budget.hasCommitted ? Number.POSITIVE_INFINITY : Math.max(0, budget.leftMs);
}

/** Marks the current budget as committed. */
export function noteCommit(): void {
  const budget = budgets.getStore();
  if (budget) budget.hasCommitted = true;
}

/** The number of callers who wait for a connection now, and how long the first of them has waited. */
export type PoolWait = { waiting: number; oldestMs: number };

/** A pool for Kysely that keeps the budgets; `wait` measures how late it is. */
export function budgetedPool(pool: pg.Pool): { pool: PostgresPool; wait(): PoolWait } {
  const waitingSinceMs = new Set<{ ms: number }>();
  return {
    pool: {
      Client: pg.Client as unknown as NonNullable<PostgresPool["Client"]>,
      options: pool.options,
      end: () => pool.end(),
      async connect() {
        const since = { ms: performance.now() };
        waitingSinceMs.add(since);
        try {
          return await connectWithin(pool, budgets.getStore());
        } finally {
          waitingSinceMs.delete(since);
        }
      },
    },
    wait() {
      // A set keeps the order in which they came.
      const [oldest] = waitingSinceMs;
      return { waiting: waitingSinceMs.size, oldestMs: oldest ? performance.now() - oldest.ms : 0 };
    },
  };
}

async function connectWithin(pool: pg.Pool, budget: Budget | undefined): Promise<pg.PoolClient> {
  if (!budget || budget.hasCommitted || !Number.isFinite(budget.ms)) return pool.connect();
  const startedMs = performance.now();
  const connecting = pool.connect();
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), Math.max(0, budget.leftMs));
  });
  const client = await Promise.race([connecting, tooLate]).finally(() => clearTimeout(timer));
  budget.leftMs -= performance.now() - startedMs;
  if (client) return client;
  // The request keeps its position in the pool's queue; the connection that it gets is returned at once.
  connecting.then(
    (late) => late.release(),
    () => {},
  );
  throw new OverloadedError("no database connection became free in time");
}

/** query_canceled (statement_timeout), lock_not_available, and class 53, insufficient resources. */
const busyStates = /^(57014|55P03|53\d{3})$/;

/**
 * Does this error mean that there was too much to do, here or in the database? Each of them comes before the commit, so
 * nothing has happened. (A connection that is lost is another matter: then nobody knows.)
 */
export function isOverload(error: unknown): boolean {
  if (error instanceof OverloadedError) return true;
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === "string" && busyStates.test(code)) return true;
  return message === "timeout exceeded when trying to connect";
}
