import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { type Database, openDatabase, readRows } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { lockBarrier } from "#testing/database/lock-barrier.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { until } from "#testing/until.ts";
import { enqueue, keysQueued, type QueuedWork, startJobs } from "./jobs.ts";
import { createLogger } from "./log.ts";

const database = fileDatabase();
const log = createLogger("silent");

test("a connection lost while a job is written off ends no process: it is written off when the database is back", async () => {
  const db = await jobsOn({
    greet: async () => {
      done.push("greeted");
      ready.resolve();
      await blocked.promise;
    },
  });
  const done: string[] = [];
  const [ready, blocked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await inTransaction(db, (tx) => enqueue(tx, { name: "greet", payload: {}, triesMax: 3 }));
  await ready.promise;
  const stop = await lockBarrier(database.owner, (tx) =>
    sql`lock table graphile_worker._private_jobs in access exclusive mode`.execute(tx),
  );
  blocked.resolve();
  await stop.reached("jobs", 1);
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'jobs' and wait_event_type = 'Lock'`.execute(
    database.db,
  );
  await stop.release();
  await until(async () => (await waiting()) === 0, "the job to be written off", 20_000);
  expect(done).toEqual(["greeted"]);
});

test("jobs go on after every one of their connections was lost", async () => {
  const done: unknown[] = [];
  const db = await jobsOn({ greet: async (payload) => void done.push(payload) });
  await inTransaction(db, (tx) => enqueue(tx, { name: "greet", payload: { n: 1 }, triesMax: 3 }));
  await until(() => done.length === 1, "the first job");
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'jobs'`.execute(database.db);
  await inTransaction(database.db, (tx) => enqueue(tx, { name: "greet", payload: { n: 2 }, triesMax: 3 }));
  await until(() => done.length === 2, "the second job");
});

test("a key is queued while its job is under way, on its last try too, and no longer once the tries are used up", async () => {
  const [begun, failed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const db = await jobsOn({
    greet: async () => {
      begun.resolve();
      await failed.promise;
      throw new Error("nobody is there");
    },
  });
  const queued = async () => [...(await keysQueued(db, ["ana", "eva"]))];
  await inTransaction(db, (tx) => enqueue(tx, { name: "greet", payload: {}, triesMax: 1, key: "ana" }));
  await begun.promise;
  expect(await queued()).toEqual(["ana"]);
  failed.resolve();
  await until(async () => (await queued()).length === 0, "the job to be given up");
});

/** Runs jobs over a pool of their own; answers its database. */
async function jobsOn(queued: QueuedWork): Promise<Database> {
  const db = openDatabase(database.url, { log, applicationName: "jobs" });
  const jobs = await startJobs(db, { recurring: {}, queued }, log);
  onTestFinished(async () => {
    await jobs.stop();
    await db.destroy();
  });
  return db;
}

async function waiting(): Promise<number> {
  return (await readRows(database.db, sql`select from graphile_worker._private_jobs`)).length;
}
