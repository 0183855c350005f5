import { Logger as JobLogger, type Runner, run } from "graphile-worker";
import { type Database, poolOf } from "#server/kit/database/database.ts";
import type { Logger } from "#server/kit/log.ts";

/** Recurring work by name; `schedule` in crontab notation (UTC). One process of all runs each turn. */
export type Jobs = Readonly<Record<string, { schedule: string; work: () => Promise<unknown> }>>;

/** Starts the recurring jobs, kept in the database so that many processes share them. */
export async function startJobs(db: Database, jobs: Jobs, log: Logger): Promise<{ stop(): Promise<void> }> {
  const taskList = Object.fromEntries(
    Object.entries(jobs).map(([name, { work }]) => [name, async () => void (await work())]),
  );
  const crontab = Object.entries(jobs)
    .map(([name, { schedule }]) => `${schedule} ${name} ?max=3`)
    .join("\n");
  const pgPool = poolOf(db);
  // A connection that the server closes while a job holds it must not end the process.
  pgPool.on("connect", (client) => {
    client.on("error", (error) => {
      if (!pgPool.ending) log.warn({ error: error.message }, "a connection of the jobs was lost");
    });
  });
  const runner: Runner = await run({
    pgPool,
    concurrency: 2,
    noHandleSignals: true,
    taskList,
    crontab,
    logger: new JobLogger(() => (level, message) => {
      if (level === "error") log.error({ job: message }, "a job failed");
    }),
  });
  return { stop: () => runner.stop() };
}
