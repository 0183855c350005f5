import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import type { Database, Tx } from "#server/kit/database/database.ts";
import { readRows } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { until } from "#testing/until.ts";

/** A lock in the database that other transactions wait for. */
export type LockBarrier = {
  /** Resolves when `count` statements of a process wait. */
  reached(name: string, count: number): Promise<void>;
  release(): Promise<void>;
};

/** Holds what `lock` locks until it is released. `db`: of the owner, who may lock anything. */
export async function lockBarrier(db: Database, lock: (tx: Tx) => Promise<unknown>): Promise<LockBarrier> {
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = inTransaction(db, async (tx) => {
    await lock(tx);
    locked.resolve();
    await released.promise;
  });
  await Promise.race([locked.promise, holding]);
  return {
    reached: async (name, count) =>
      void (await until(
        async () => (await waiting(db, name)) >= count,
        `${count} statements to wait for the lock`,
      )),
    async release() {
      released.resolve();
      await holding;
    },
  };
}

/**
 * Waits until PostgreSQL has noticed that a killed process is gone, and undone what it left open. Throws after 30 s with
 * what the connections that are left do. Other files have processes of the same name, each on a database of its own.
 */
export async function connectionsClosed(db: Database, name: string): Promise<void> {
  const connections = sql<{ state: string; wait_event: string | null; query: string }>`
    select state, wait_event, query from pg_stat_activity
    where datname = current_database() and application_name = ${name}`;
  const deadline = performance.now() + closedWithinMs;
  for (;;) {
    const left = await readRows(db, connections);
    if (left.length === 0) return;
    if (performance.now() > deadline)
      throw new Error(`connections of ${name} are left: ${JSON.stringify(left)}`);
    await setTimeout(5);
  }
}

const closedWithinMs = 30_000;

async function waiting(db: Database, name: string): Promise<number> {
  const statements = sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity
    where datname = current_database() and application_name = ${name} and wait_event_type = 'Lock'`;
  return (await readRows(db, statements))[0]?.n ?? 0;
}
